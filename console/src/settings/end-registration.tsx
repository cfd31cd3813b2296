import type { TaxRegistration } from "../../../client/src/eu-vat-client.ts";
import { dayOf } from "../../../shared/core/calendar/dates.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { textIn } from "../loading/typed.ts";
import { useOverviewAgain } from "../overview/overview-context.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { useReader, useSession } from "../session/console-context.ts";

type EndRegistrationProps = {
  readonly registration: TaxRegistration;
  readonly onClose: () => void;
  readonly onEnded: () => void;
};

/** Asks for the last day of a registration, and ends it. */
export function EndRegistration({ registration, onClose, onEnded }: EndRegistrationProps) {
  const { say, format } = useReader();
  const { client } = useSession();
  const overviewAgain = useOverviewAgain();
  const { id, scheme_type, member_state_identification: state } = registration;
  async function end(typed: FormData) {
    const body = { status: "ended", effective_to: textIn(typed, "effective_to") } as const;
    await client.updateRegistration({ path: { id }, body });
    onClose();
    onEnded();
    overviewAgain();
  }
  return (
    <Dialog
      title={say("registrations.endTitle", {
        scheme: say.code(scheme_type),
        state: format.country(state),
      })}
      onClose={onClose}
    >
      <ActionForm button={say("registrations.endIt")} look="danger" send={end}>
        <p>{say("registrations.endLead")}</p>
        <Field label={say("records.last")}>
          <input name="effective_to" type="date" required defaultValue={dayOf(new Date())} />
        </Field>
      </ActionForm>
    </Dialog>
  );
}
