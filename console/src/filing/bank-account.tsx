import { textIn } from "../loading/typed.ts";
import { Field } from "../parts/field.tsx";
import { useReader } from "../session/console-context.ts";

type BankAccountProps = {
  readonly legend: string;
  /** The name of the account in the form. */
  readonly of: string;
  readonly isRequired?: boolean;
};

/** Asks for holder, IBAN and BIC of an account. */
export function BankAccount({ legend, of, isRequired = false }: BankAccountProps) {
  const { say } = useReader();
  return (
    <fieldset>
      <legend>{legend}</legend>
      <Field label={say("payment.holder")}>
        <input name={`${of}.name`} maxLength={70} required={isRequired} autocomplete="off" />
      </Field>
      <Field label={say("payment.iban")}>
        <input name={`${of}.iban`} maxLength={42} required={isRequired} autocomplete="off" />
      </Field>
      <Field label={say("payment.bic")} isOptional>
        <input name={`${of}.bic`} maxLength={11} autocomplete="off" />
      </Field>
    </fieldset>
  );
}

/** Returns an account that was typed in. */
export function holderIn(typed: FormData, of: string) {
  const bic = textIn(typed, `${of}.bic`).toUpperCase();
  return {
    name: textIn(typed, `${of}.name`),
    iban: textIn(typed, `${of}.iban`),
    ...(bic ? { bic } : {}),
  };
}
