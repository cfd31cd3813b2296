import { useState } from "preact/hooks";
import { useReader } from "../session/console-context.ts";

type CopyButtonProps = { readonly text: string };

/** Copies a text to the clipboard and reports the result, because browsers may deny access. */
export function CopyButton({ text }: CopyButtonProps) {
  const { say } = useReader();
  const [outcome, setOutcome] = useState<"copy.done" | "copy.failed">();
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("copy.done");
    } catch {
      setOutcome("copy.failed");
    }
  }
  return (
    <>
      <button type="button" onClick={copy}>
        {say("copy.button")}
      </button>
      <span role="status">{outcome && say(outcome)}</span>
    </>
  );
}
