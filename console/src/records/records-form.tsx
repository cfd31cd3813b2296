import { dayOf } from "../../../shared/core/calendar/dates.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { FormFaults } from "../loading/form-faults.tsx";
import { textIn } from "../loading/typed.ts";
import { useAction } from "../loading/use-action.ts";
import { Card } from "../parts/card.tsx";
import { Field } from "../parts/field.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { presetsOn } from "./presets.ts";

/** Requests the records of a range of days. */
export function RecordsForm({ onAsked }: { readonly onAsked: () => void }) {
  const { say, format } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  const ask = (body: { readonly from: string; readonly to: string }) =>
    run(async () => {
      await client.createRecords({ body });
      onAsked();
    });
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    ask({ from: textIn(data, "first"), to: textIn(data, "last") });
  }
  return (
    <Card title={say("records.ask")}>
      <p class="buttons">
        {presetsOn(dayOf(new Date())).map(({ name, from, to }) => (
          <button key={name} type="button" class="small" onClick={() => ask({ from, to })}>
            {say(`records.preset.${name}`, { first: format.day(from), last: format.day(to) })}
          </button>
        ))}
      </p>
      <FormFaults failure={failure}>
        <form class="row" onSubmit={submit}>
          <Field label={say("records.first")} name="from" width="narrow">
            <input name="first" type="date" required />
          </Field>
          <Field label={say("records.last")} name="to" width="narrow">
            <input name="last" type="date" required />
          </Field>
          <button type="submit" class="primary" disabled={busy}>
            {say("records.ask")}
          </button>
        </form>
        <ActionFailure failure={failure} />
      </FormFaults>
    </Card>
  );
}
