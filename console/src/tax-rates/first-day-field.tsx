import { Field } from "../parts/field.tsx";
import { useReader } from "../session/console-context.ts";

/** Takes the day on which a rate or a threshold comes into force. */
export function FirstDayField() {
  const { say } = useReader();
  return (
    <Field label={say("taxRates.firstDay")} help={say("taxRates.firstDayHelp")} width="narrow">
      <input name="valid_from" type="date" required />
    </Field>
  );
}
