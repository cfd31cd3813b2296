import { useState } from "preact/hooks";
import type { AccountProfile, TaxRegistrationRequest } from "../../../client/src/eu-vat-client.ts";
import { memberStateOf } from "../../../shared/vat/reference-data/member-states.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { filledFields } from "../loading/typed.ts";
import { CountrySelect } from "../parts/country-select.tsx";
import { Field } from "../parts/field.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { unchanged } from "./profile-body.ts";
import { NumberAndDays, SchemeAndState } from "./registration-fields.tsx";

type FirstRegistrationProps = {
  readonly profile: AccountProfile;
  readonly isRegistered: boolean;
  readonly onSaved: () => void;
};

/** Asks for the seat and the first registration at once; scheme and Member State follow from the seat. */
export function FirstRegistration({ profile, isRegistered, onSaved }: FirstRegistrationProps) {
  const { say } = useReader();
  const { client } = useSession();
  const [seat, choose] = useState(profile.establishment_country ?? undefined);
  async function save(typed: FormData) {
    const { establishment_country = "", ...registration } = filledFields(typed);
    await client.putAccount({ body: { ...unchanged(profile), establishment_country } });
    if (!isRegistered) {
      // The service validates the input.
      const body = { ...registration, status: "active" } as unknown as TaxRegistrationRequest;
      await client.createRegistration({ body });
    }
    onSaved();
  }
  return (
    <ActionForm button={say("settings.save")} send={save}>
      <Field label={say("first.seat")}>
        <CountrySelect
          name="establishment_country"
          required
          isWorldwide
          start={seat}
          onChoose={choose}
        />
      </Field>
      {!isRegistered && <NumberAndDays help={say("registrations.number.help")} />}
      {!isRegistered && seat && <SchemeOfSeat key={seat} seat={seat} />}
    </ActionForm>
  );
}

/** Displays the scheme and the Member State: folded where the seat proposes both. */
function SchemeOfSeat({ seat }: { readonly seat: string }) {
  const { say, format } = useReader();
  const state = memberStateOf(seat)?.code;
  if (!state) return <SchemeAndState scheme="non_union_oss" state={undefined} />;
  return (
    <details>
      <summary>{say("first.otherScheme", { state: format.country(seat) })}</summary>
      <div class="stack">
        <SchemeAndState scheme="union_oss" state={state} />
      </div>
    </details>
  );
}
