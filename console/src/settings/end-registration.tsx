import type { TaxRegistration } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
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
  const { busy, failure, run } = useAction();
  const overviewAgain = useOverviewAgain();
  const { id, scheme_type, member_state_identification: state } = registration;
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    run(async () => {
      const effective_to = String(data.get("effective_to"));
      await client.updateRegistration({ path: { id }, body: { status: "ended", effective_to } });
      onClose();
      onEnded();
      overviewAgain();
    });
  }
  return (
    <Dialog
      title={say("registrations.endTitle", {
        scheme: say.code(scheme_type),
        state: format.country(state),
      })}
      onClose={onClose}
    >
      <form class="stack" onSubmit={submit}>
        <p>{say("registrations.endLead")}</p>
        <Field label={say("records.last")} name="effective_to" failure={failure}>
          <input
            name="effective_to"
            type="date"
            required
            defaultValue={new Date().toISOString().slice(0, 10)}
          />
        </Field>
        <p>
          <button type="submit" class="danger" disabled={busy}>
            {say("registrations.endIt")}
          </button>
        </p>
        <ActionFailure failure={failure} atFields={["effective_to"]} />
      </form>
    </Dialog>
  );
}
