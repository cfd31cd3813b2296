import { useState } from "preact/hooks";
import { useAction } from "../loading/use-action.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { type Decided, decide } from "./decide.ts";

type DecisionBarProps = {
  readonly ids: readonly string[];
  readonly onDecided: (decided: Decided) => void;
};

/** Asks for a note and a decision on the chosen events, in one line below the table. */
export function DecisionBar({ ids, onDecided }: DecisionBarProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { busy, run } = useAction();
  const [note, setNote] = useState("");
  const [count, setCount] = useState(0);
  const start = (decision: "classified" | "excluded") =>
    run(async () => {
      setCount(0);
      const typed = note.trim();
      const given = typed === "" ? say(`review.note.${decision}`) : typed;
      const decided = await decide(client, ids, { decision, note: given }, setCount);
      onDecided({ ...decided, canBeUndone: true });
      setNote("");
    });
  return (
    <div class="sticky-bar at-end">
      <strong>{say.many("review.chosen", ids.length)}</strong>
      <label class="field wide">
        <span>{say("form.optional", { label: say("review.note") })}</span>
        <input
          value={note}
          maxLength={500}
          onInput={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </label>
      <span class="buttons">
        <button type="button" class="primary" disabled={busy} onClick={() => start("classified")}>
          {say("review.accept")}
        </button>
        <button type="button" disabled={busy} onClick={() => start("excluded")}>
          {say("review.exclude")}
        </button>
      </span>
      {busy && <progress aria-label={say("review.deciding")} value={count} max={ids.length} />}
    </div>
  );
}
