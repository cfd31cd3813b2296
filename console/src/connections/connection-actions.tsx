import { useState } from "preact/hooks";
import type { Connection } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { Question } from "../parts/question.tsx";
import { useReader, useSession } from "../session/console-context.ts";

type ConnectionActionsProps = { readonly of: Connection; readonly onChanged: () => void };

/** Displays the actions of a full key: to pause or resume, and to disconnect. */
export function ConnectionActions({ of, onChanged }: ConnectionActionsProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  const [isAsking, ask] = useState(false);
  const { id, source_id, paused } = of;
  const path = { id };
  const change = (work: () => Promise<unknown>) =>
    run(async () => {
      ask(false);
      await work();
      onChanged();
    });
  const pause = () => change(() => client.updateConnection({ path, body: { paused: !paused } }));
  return (
    <>
      <p class="buttons">
        <button type="button" class="small" disabled={busy} onClick={pause}>
          {say(paused ? "connections.resume" : "connections.pause")}
          <span class="unseen"> {source_id}</span>
        </button>
        <button type="button" class="small destructive" disabled={busy} onClick={() => ask(true)}>
          {say("connections.delete")}
          <span class="unseen"> {source_id}</span>
        </button>
      </p>
      <ActionFailure failure={failure} />
      {isAsking && (
        <Question
          title={say("connections.deleteTitle")}
          sure={say("connections.deleteSure")}
          onClose={() => ask(false)}
          onSure={() => change(() => client.deleteConnection({ path }))}
        >
          <p>{say("connections.deleteLead")}</p>
        </Question>
      )}
    </>
  );
}
