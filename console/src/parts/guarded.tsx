import type { ComponentChildren } from "preact";
import { useErrorBoundary } from "preact/hooks";
import { useReader } from "../session/console-context.ts";
import { Notice } from "./notice.tsx";

/** Displays a part of the page whose errors do not affect the rest. */
export function Guarded({ children }: { readonly children: ComponentChildren }) {
  const { say } = useReader();
  const [failure, again] = useErrorBoundary();
  if (failure === undefined) return <>{children}</>;
  return (
    <Notice level="bad">
      <p>{say("error.unexpected")}</p>
      <button type="button" onClick={again}>
        {say("error.again")}
      </button>
    </Notice>
  );
}
