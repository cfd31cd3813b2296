import type { ComponentChildren } from "preact";
import { Card } from "../parts/card.tsx";
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

/** Displays the loaded value, what stands where it will be, or the error with a button to retry. */
export function Loaded<T>({ of, children }: LoadedProps<T>) {
  const { say } = useReader();
  if (of.state === "ready") return <>{children(of.value)}</>;
  if (of.state === "loading") {
    return (
      <div class="skeleton" role="status">
        <progress class="unseen" aria-label={say("loading")}>
          {say("loading")}
        </progress>
        <span />
        <span />
        <span />
      </div>
    );
  }
  if (of.failure instanceof NoReturnError) return <NoReturn />;
  return (
    <Notice level="bad">
      <p class="lines">{refusalText(of.failure, say)}</p>
      <button type="button" onClick={of.again}>
        {say("error.again")}
      </button>
    </Notice>
  );
}

/** Invites to register, where a return would stand. */
function NoReturn() {
  const { say } = useReader();
  return (
    <Card title={say("period.noReturn")}>
      <p>
        {say.code("error.registration_required")} {say("period.register")}
      </p>
      <p>
        <a class="button primary" href={addressOf({ name: "settings" })}>
          {say("action.settings")}
        </a>
      </p>
    </Card>
  );
}
