import { ActionButton } from "../loading/action-button.tsx";
import { refusalText } from "../loading/refusal-text.ts";
import { Notice } from "../parts/notice.tsx";
import { useReader } from "../session/console-context.ts";
import type { Decided } from "./decide.ts";

/** Number of refused events that are listed. */
const LISTED = 20;

type DecisionOutcomeProps = {
  readonly decided: Decided;
  /** Takes the decision back, where that is possible. */
  readonly undo?: (() => Promise<void>) | undefined;
};

/** Displays what became of a decision, and takes it back: the number of events, and each refused one with its reason. */
export function DecisionOutcome({ decided, undo }: DecisionOutcomeProps) {
  const { say } = useReader();
  const { done, refused, isUndone } = decided;
  return (
    <>
      {done.length > 0 && (
        <Notice level="good">
          {say.many(isUndone ? "review.undone" : "review.done", done.length)}
          {undo && <ActionButton act={undo}>{say("review.undo")}</ActionButton>}
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice level="bad">
          <p>{say.many("review.refused", refused.length)}</p>
          <ul>
            {refused.slice(0, LISTED).map(({ id, failure }) => (
              <li key={id}>
                <bdi class="mark">{id}</bdi>
                <span class="lines">{refusalText(failure, say)}</span>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
