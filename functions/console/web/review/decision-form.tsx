import { useState } from "preact/hooks";
import { refusalText } from "../loading/refusal-text.ts";
import { useAction } from "../loading/use-action.ts";
import { Notice } from "../parts/notice.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { type Decided, decide } from "./decide.ts";

type DecisionFormProps = { readonly ids: readonly string[]; readonly onDecided: () => void };

/** Asks for a note and a decision on the chosen events, and displays the result of the last decision. */
export function DecisionForm({ ids, onDecided }: DecisionFormProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { busy, run } = useAction();
  const [note, setNote] = useState("");
  const [count, setCount] = useState(0);
  const [last, setLast] = useState<Decided>();
  const start = (decision: "classified" | "excluded") =>
    run(async () => {
      setLast(undefined);
      setCount(0);
      setLast(await decide(client, ids, { decision, note: note.trim() }, setCount));
      onDecided();
    });
  const isReady = ids.length > 0 && note.trim() !== "" && !busy;
  return (
    <div class="stack decision">
      <label class="field">
        <span>{say("review.note")}</span>
        <textarea
          value={note}
          maxLength={500}
          onInput={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </label>
      <p>{say.many("review.chosen", ids.length)}</p>
      <p class="row">
        <button
          type="button"
          class="primary"
          disabled={!isReady}
          onClick={() => start("classified")}
        >
          {say("review.count")}
        </button>
        <button type="button" disabled={!isReady} onClick={() => start("excluded")}>
          {say("review.leaveOut")}
        </button>
      </p>
      {busy && <progress aria-label={say("review.deciding")} value={count} max={ids.length} />}
      {last && <Outcome decided={last} />}
    </div>
  );
}

function Outcome({ decided: { done, refused } }: { readonly decided: Decided }) {
  const { say } = useReader();
  return (
    <>
      <Notice level="good">{say.many("review.done", done.length)}</Notice>
      {refused.length > 0 && (
        <Notice level="bad">
          <p>{say.many("review.refused", refused.length)}</p>
          <ul>
            {refused.slice(0, 20).map(({ id, failure }) => (
              <li key={id}>
                <bdi class="mark">{id}</bdi> <span class="lines">{refusalText(failure, say)}</span>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
