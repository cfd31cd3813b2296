import type {
  TaxRegistration,
  TaxRegistrationPatch,
  TaxRegistrationRequest,
} from "../../../client/src/eu-vat-client.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { filledFields, textIn } from "../loading/typed.ts";
import { useOverviewAgain } from "../overview/overview-context.ts";
import { Dialog } from "../parts/dialog.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { Intermediary, NumberAndDays, SchemeAndState } from "./registration-fields.tsx";

type ChangeRegistrationProps = {
  readonly registration: TaxRegistration;
  readonly onClose: () => void;
  readonly onChanged: () => void;
};

/** Corrects the number and the days of a registration, or enters it anew under another scheme or state. */
export function ChangeRegistration({ registration, onClose, onChanged }: ChangeRegistrationProps) {
  const { say, format } = useReader();
  const { client } = useSession();
  const overviewAgain = useOverviewAgain();
  const { id, scheme_type, member_state_identification: state } = registration;
  function done() {
    onClose();
    onChanged();
    overviewAgain();
  }
  async function change(typed: FormData) {
    const number = textIn(typed, "vat_registration_number");
    const body = {
      effective_from: textIn(typed, "effective_from"),
      effective_to: textIn(typed, "effective_to"),
      ...(number ? { vat_registration_number: number } : {}),
      ...(scheme_type === "ioss" ? intermediaryIn(typed) : {}),
    };
    await client.updateRegistration({ path: { id }, body: body as TaxRegistrationPatch });
    done();
  }
  async function replace(typed: FormData) {
    const body = { ...filledFields(typed), status: registration.status };
    // The service validates the input.
    await client.replaceRegistration({ path: { id }, body: body as TaxRegistrationRequest });
    done();
  }
  return (
    <Dialog
      title={say("registrations.changeTitle", {
        scheme: say.code(scheme_type),
        state: format.country(state),
      })}
      onClose={onClose}
    >
      <ActionForm button={say("change.save")} send={change}>
        <p>{say("registrations.changeLead")}</p>
        <NumberAndDays
          registration={registration}
          help={say("registrations.numberChange", {
            number: registration.vat_registration_number_masked ?? "–",
          })}
        />
        {scheme_type === "ioss" && <Intermediary registration={registration} />}
      </ActionForm>
      <details>
        <summary>{say("registrations.wrongScheme")}</summary>
        <ActionForm button={say("registrations.replace")} look="" send={replace}>
          <p>{say("registrations.wrongSchemeLead")}</p>
          <SchemeAndState scheme={scheme_type} state={state} />
          <NumberAndDays registration={registration} help={say("registrations.number.help")} />
        </ActionForm>
      </details>
    </Dialog>
  );
}

/** Returns the typed intermediary. An empty name clears the name, an empty number leaves the number. */
function intermediaryIn(typed: FormData) {
  const number = textIn(typed, "ioss_intermediary_number");
  return {
    ioss_intermediary_name: textIn(typed, "ioss_intermediary_name"),
    ...(number ? { ioss_intermediary_number: number } : {}),
  };
}
