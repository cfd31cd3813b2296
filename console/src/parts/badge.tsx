import type { Level } from "./level.ts";

/** Displays a status as a coloured word. The word alone carries the meaning. */
export function Badge({ level, children }: { readonly level: Level; readonly children: string }) {
  return <span class={`badge ${level}`}>{children}</span>;
}
