import { Field } from "../parts/field.tsx";
import { useReader } from "../session/console-context.ts";

/** Takes the day on which a rate or a threshold comes into force. */
export function FirstDayField({ failure }: { readonly failure: unknown }) {
  const { say } = useReader();
  return (
    <Field
      label={say("taxRates.firstDay")}
      help={say("taxRates.firstDayHelp")}
      width="narrow"
      name="valid_from"
      failure={failure}
    >
      <input name="valid_from" type="date" required />
    </Field>
  );
}
