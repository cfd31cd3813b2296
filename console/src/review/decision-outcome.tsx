import { refusalText } from "../loading/refusal-text.ts";
import { Notice } from "../parts/notice.tsx";
import { useReader } from "../session/console-context.ts";
import type { Decided } from "./decide.ts";

/** Number of refused events that are listed. */
const LISTED = 20;

/** Displays what became of a decision: the number of decided events, and each refused one with its reason. */
export function DecisionOutcome({ decided: { done, refused } }: { readonly decided: Decided }) {
  const { say } = useReader();
  return (
    <>
      {done.length > 0 && <Notice level="good">{say.many("review.done", done.length)}</Notice>}
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
