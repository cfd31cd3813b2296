import type { ComponentChildren } from "preact";
import type { Level } from "./level.ts";

/** Something that is told; what is bad is told at once to who does not see it. */
export function Notice({ level, children }: { level: Level; children: ComponentChildren }) {
  return (
    <div class={`notice ${level}`} role={level === "bad" ? "alert" : "status"}>
      {children}
    </div>
  );
}
