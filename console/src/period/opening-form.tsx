import { useState } from "preact/hooks";
import { ActionForm } from "../loading/action-form.tsx";
import { CountrySelect } from "../parts/country-select.tsx";
import { Field } from "../parts/field.tsx";
import { Notice } from "../parts/notice.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { newOpening } from "./new-opening.ts";
import type { ChangingPartProps } from "./part-props.ts";
import { parametersOf } from "./return-identity.ts";

/** Asks for the declared amounts by Member State. A form without lines is a nil return. */
export function OpeningForm({ facts, identity, onChanged }: ChangingPartProps) {
  const { say } = useReader();
  const { client } = useSession();
  const [lines, setLines] = useState(1);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  async function record(typed: FormData) {
    const { body, unread } = newOpening(typed, lines, say.locale);
    setWrong(unread);
    if (unread.length > 0) return;
    await client.recordOpening({
      ...parametersOf(identity),
      body,
    });
    onChanged();
  }
  return (
    <ActionForm
      look=""
      button={say("opening.save")}
      beside={() => (
        <button type="button" onClick={() => setLines(lines + 1)}>
          {say("opening.addLine")}
        </button>
      )}
      send={record}
      outcome={
        wrong.length > 0 && (
          <Notice level="bad">{say("opening.unread", { texts: wrong.join(", ") })}</Notice>
        )
      }
    >
      <div class="row">
        <Field label={say.code("field.filed_at")} name="filed_at" width="narrow">
          <input name="day" type="date" required />
        </Field>
        <Field label={say("filing.reference")} isOptional width="narrow">
          <input name="reference" autocomplete="off" />
        </Field>
        <Field label={say("rates.currency")} width="narrow">
          <input name="currency" defaultValue={facts.shown.return_currency} required />
        </Field>
      </div>
      {Array.from({ length: lines }, (_, at) => (
        // Lines are only added at the end, so their index identifies them.
        <fieldset key={at} class="row">
          <legend class="unseen">{say("opening.line", { number: at + 1 })}</legend>
          <Field label={say("column.country")}>
            <CountrySelect name={`state.${at}`} />
          </Field>
          <Field label={say("standing.taxable")} width="narrow">
            <input name={`taxable.${at}`} inputMode="decimal" autocomplete="off" />
          </Field>
          <Field label={say("event.vat")} width="narrow">
            <input name={`vat.${at}`} inputMode="decimal" autocomplete="off" />
          </Field>
        </fieldset>
      ))}
    </ActionForm>
  );
}
