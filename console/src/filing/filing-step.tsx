import type { ComponentChildren } from "preact";
import { Icon } from "../parts/icon.tsx";
import { useReader } from "../session/console-context.ts";

type StepProps = {
  /** Undefined for something that may be done, and is no step. */
  readonly number?: number;
  readonly title: string;
  readonly isDone: boolean;
  /** True if it is to be done now: then it is open. */
  readonly isNext: boolean;
  /** The result of the step; it stays visible when the step is folded. */
  readonly outcome?: string | undefined;
  readonly children: ComponentChildren;
};

/** Displays one step of a way: folded when it is done or not yet to be done. */
export function Step({ number, title, isDone, isNext, outcome, children }: StepProps) {
  const { say } = useReader();
  return (
    <li>
      <details class="card step" open={isNext}>
        <summary>
          {number !== undefined && (
            <span class={isDone ? "step-mark good" : "step-mark"}>
              {isDone ? <Icon name="check" /> : number}
            </span>
          )}
          <h2>
            {title}
            {isDone && <span class="unseen"> {say("bulk.result.done")}</span>}
          </h2>
          {outcome && <span class="muted">{outcome}</span>}
        </summary>
        {children}
      </details>
    </li>
  );
}
