import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { Card } from "../parts/card.tsx";
import { useReader, useSession } from "../session/console-context.ts";

/** Requests the records of a range of days. */
export function RecordsForm({ onAsked }: { readonly onAsked: () => void }) {
  const { say } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    run(async () => {
      const body = { from: String(data.get("first")), to: String(data.get("last")) };
      await client.createRecords({ body });
      onAsked();
    });
  }
  return (
    <Card title={say("records.ask")}>
      <form class="row" onSubmit={submit}>
        <label class="field">
          <span>{say("records.first")}</span>
          <input name="first" type="date" required />
        </label>
        <label class="field">
          <span>{say("records.last")}</span>
          <input name="last" type="date" required />
        </label>
        <button type="submit" class="primary" disabled={busy}>
          {say("records.ask")}
        </button>
      </form>
      <ActionFailure failure={failure} />
    </Card>
  );
}
