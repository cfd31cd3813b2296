import type { ComponentChildren } from "preact";
import { useId, useRef, useState } from "preact/hooks";

/** A part of a page that is shown alone. */
export type Tab = {
  readonly name: string;
  readonly label: string;
  /** The number of things that wait in it. */
  readonly count?: number;
  readonly content: () => ComponentChildren;
};

type TabsProps = { readonly label: string; readonly tabs: readonly Tab[] };

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Displays one part at a time; the arrow keys go from tab to tab (the pattern of WAI-ARIA). */
export function Tabs({ label, tabs }: TabsProps) {
  const id = useId();
  const [chosen, choose] = useState(tabs[0]?.name);
  const list = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    tabs.findIndex(({ name }) => name === chosen),
  );
  const shown = tabs[at];
  function onKeyDown({ key }: KeyboardEvent) {
    const step = STEPS[key];
    const next = step === undefined ? undefined : tabs.at((at + step) % tabs.length);
    if (!next) return;
    choose(next.name);
    list.current?.querySelectorAll("button")[tabs.indexOf(next)]?.focus();
  }
  return (
    <>
      <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ name, label: text, count = 0 }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === shown?.name}
            aria-controls={`${id}-panel`}
            tabIndex={name === shown?.name ? 0 : -1}
            onClick={() => choose(name)}
          >
            {text}
            {count > 0 && <span class="muted"> ({count})</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${shown?.name}`}>
        {shown?.content()}
      </div>
    </>
  );
}
