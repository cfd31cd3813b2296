import type { Level } from "./level.ts";

/** A state in a word; the word says it, the colour repeats it. */
export function Badge({ level, children }: { readonly level: Level; readonly children: string }) {
  return <span class={`badge ${level}`}>{children}</span>;
}
