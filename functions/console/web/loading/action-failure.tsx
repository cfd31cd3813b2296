import { Notice } from "../parts/notice.tsx";
import { useReader } from "../session/console-context.ts";
import { refusalText } from "./refusal-text.ts";

/** Displays the error of a failed action; nothing without an error. */
export function ActionFailure({ failure }: { readonly failure: unknown }) {
  const { say } = useReader();
  if (failure === undefined) return null;
  return (
    <Notice level="bad">
      <p class="lines">{refusalText(failure, say)}</p>
    </Notice>
  );
}
