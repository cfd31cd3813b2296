import type { ComponentChildren } from "preact";
import { Notice } from "../parts/notice.tsx";
import { NoReturnError } from "../period/load-period.ts";
import { useReader } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { refusalText } from "./refusal-text.ts";
import type { Loading } from "./use-load.ts";

type LoadedProps<T> = {
  readonly of: Loading<T>;
  readonly children: (value: T) => ComponentChildren;
};

/** Displays the loaded value, a progress indicator, or the error with a button to retry. */
export function Loaded<T>({ of, children }: LoadedProps<T>) {
  const { say } = useReader();
  if (of.state === "ready") return <>{children(of.value)}</>;
  if (of.state === "loading") {
    return (
      <p class="waiting" role="status">
        <progress aria-label={say("loading")} /> {say("loading")}
      </p>
    );
  }
  return (
    <Notice level="bad">
      <p class="lines">{refusalText(of.failure, say)}</p>
      {of.failure instanceof NoReturnError ? (
        <a class="button" href={addressOf({ name: "settings" })}>
          {say("action.settings")}
        </a>
      ) : (
        <button type="button" onClick={of.again}>
          {say("error.again")}
        </button>
      )}
    </Notice>
  );
}
