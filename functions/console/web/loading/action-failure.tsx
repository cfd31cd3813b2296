import { Notice } from "../parts/notice.tsx";
import { useReader } from "../session/console-context.ts";
import { refusalText } from "./refusal-text.ts";

/** Why what was set going has failed; nothing while it has not. */
export function ActionFailure({ failure }: { readonly failure: unknown }) {
  const { say } = useReader();
  if (failure === undefined) return null;
  return (
    <Notice level="bad">
      <p class="lines">{refusalText(failure, say)}</p>
    </Notice>
  );
}
