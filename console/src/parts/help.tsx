import { useId, useState } from "preact/hooks";
import { useReader } from "../session/console-context.ts";

/** The page of the documentation that says more about a word, relative to the console. */
const PAGES = {
  lock: "docs/quarter.md",
  lateChange: "docs/quarter.md",
  correction: "docs/refunds.md",
  identification: "docs/filing/README.md",
} as const;

/** Explains a word of the trade on request, in one or two sentences, and leads to the page that says more. */
export function Help({ of }: { readonly of: keyof typeof PAGES }) {
  const { say } = useReader();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <span class="help-word">
      <button
        type="button"
        aria-label={say(`help.ask.${of}`)}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        ?
      </button>
      <span id={id} role="status">
        {isOpen && (
          <>
            {say(`help.${of}`)}{" "}
            <a href={PAGES[of]} target="_blank" rel="noopener">
              {say("help.more")}
            </a>
          </>
        )}
      </span>
    </span>
  );
}
