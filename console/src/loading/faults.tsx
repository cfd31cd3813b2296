import { useReader } from "../session/console-context.ts";
import { refusalText } from "./refusal-text.ts";

/** Displays what is wrong, in the reader's words. */
export function Faults({ failure }: { readonly failure: unknown }) {
  const { say } = useReader();
  return <span class="lines">{refusalText(failure, say)}</span>;
}
