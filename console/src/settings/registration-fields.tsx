import { useState } from "preact/hooks";
import type { TaxRegistration } from "../../../client/src/eu-vat-client.ts";
import { Choice } from "../parts/choice.tsx";
import { CountrySelect } from "../parts/country-select.tsx";
import { Field } from "../parts/field.tsx";
import { Help } from "../parts/help.tsx";
import { useReader } from "../session/console-context.ts";

/** The schemes of registrations, in the order of the choice. */
const SCHEME_TYPES: readonly TaxRegistration["scheme_type"][] = [
  "union_oss",
  "non_union_oss",
  "ioss",
];

type SchemeAndStateProps = {
  readonly scheme: TaxRegistration["scheme_type"];
  readonly state: string | undefined;
};

export function SchemeAndState({ scheme, state }: SchemeAndStateProps) {
  const { say } = useReader();
  const [chosen, choose] = useState<TaxRegistration["scheme_type"] | undefined>(scheme);
  return (
    <>
      <Field label={say("period.schemes")}>
        <Choice
          name="scheme_type"
          required
          start={scheme}
          options={SCHEME_TYPES.map((value) => [value, say.code(value)])}
          onChoose={choose}
        />
      </Field>
      <Field label={say("registrations.state")}>
        <CountrySelect name="member_state_identification" required start={state} />
      </Field>
      <Help of="identification" />
      {chosen === "ioss" && <Intermediary />}
    </>
  );
}

type IntermediaryProps = {
  /** The registration that is changed. */
  readonly registration?: Pick<
    TaxRegistration,
    "ioss_intermediary_name" | "ioss_intermediary_number_masked"
  >;
};

/** Asks for the intermediary of an import registration (Art. 369m VAT Directive). */
export function Intermediary({ registration }: IntermediaryProps) {
  const { say } = useReader();
  const masked = registration?.ioss_intermediary_number_masked;
  const help = masked
    ? say("registrations.numberChange", { number: masked })
    : say("registrations.intermediaryNumberHelp");
  return (
    <>
      <Field
        label={say("registrations.intermediary")}
        help={say("registrations.intermediaryHelp")}
        isOptional
      >
        <input
          name="ioss_intermediary_name"
          maxLength={200}
          defaultValue={registration?.ioss_intermediary_name ?? ""}
        />
      </Field>
      <Field label={say("registrations.intermediaryNumber")} help={help} isOptional>
        <input name="ioss_intermediary_number" maxLength={40} autocomplete="off" />
      </Field>
    </>
  );
}

type NumberAndDaysProps = {
  /** The registration that is changed. A new one has no last day yet. */
  readonly registration?: Pick<TaxRegistration, "effective_from" | "effective_to">;
  readonly help: string;
};

export function NumberAndDays({ registration, help }: NumberAndDaysProps) {
  const { say } = useReader();
  return (
    <>
      <Field label={say.code("field.vat_registration_number")} help={help} isOptional>
        <input name="vat_registration_number" maxLength={40} autocomplete="off" />
      </Field>
      <Field label={say("records.first")} help={say("registrations.firstHelp")}>
        <input
          name="effective_from"
          type="date"
          required
          defaultValue={registration?.effective_from ?? ""}
        />
      </Field>
      {registration && (
        <Field label={say("records.last")} isOptional>
          <input name="effective_to" type="date" defaultValue={registration.effective_to ?? ""} />
        </Field>
      )}
    </>
  );
}
