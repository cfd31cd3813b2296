import { useState } from "preact/hooks";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { Notice } from "../parts/notice.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { newOpening } from "./new-opening.ts";
import type { ChangingPartProps } from "./period-page.tsx";
import { pathOf, underOf } from "./which.ts";

/** Asks for the declared amounts by Member State. A form without lines is a nil return. */
export function OpeningForm({ facts, which, onChanged }: ChangingPartProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  const [lines, setLines] = useState(1);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const { body, unread } = newOpening(data, lines, say.locale);
    setWrong(unread);
    if (unread.length > 0) return;
    run(async () => {
      await client.recordOpening({ path: pathOf(which), query: underOf(which), body });
      onChanged();
    });
  }
  return (
    <form class="stack" onSubmit={submit}>
      <div class="row">
        <Field name="day" label={say("filing.day")} type="date" isRequired />
        <Field name="reference" label={say("form.optional", { label: say("filing.reference") })} />
        <Field
          name="currency"
          label={say("rates.currency")}
          start={facts.shown.return_currency}
          isRequired
        />
      </div>
      {Array.from({ length: lines }, (_, at) => (
        // Lines are only added at the end, so their index identifies them.
        <fieldset key={at} class="row">
          <legend class="unseen">{say("opening.line", { number: at + 1 })}</legend>
          <Field name={`state.${at}`} label={say("opening.state")} />
          <Field name={`taxable.${at}`} label={say("opening.taxable")} />
          <Field name={`vat.${at}`} label={say("opening.vat")} />
        </fieldset>
      ))}
      <p class="row">
        <button type="button" onClick={() => setLines(lines + 1)}>
          {say("opening.addLine")}
        </button>
        <button type="submit" class="primary" disabled={busy}>
          {say("opening.save")}
        </button>
      </p>
      {wrong.length > 0 && (
        <Notice level="bad">{say("opening.unread", { texts: wrong.join(", ") })}</Notice>
      )}
      <ActionFailure failure={failure} />
    </form>
  );
}

type FieldProps = {
  readonly name: string;
  readonly label: string;
  readonly type?: "date";
  readonly start?: string;
  readonly isRequired?: boolean;
};

const Field = ({ name, label, type, start, isRequired = false }: FieldProps) => (
  <label class="field">
    <span>{label}</span>
    <input
      name={name}
      {...(type ? { type } : {})}
      defaultValue={start ?? ""}
      required={isRequired}
      autocomplete="off"
    />
  </label>
);
