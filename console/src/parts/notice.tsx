import type { ComponentChildren } from "preact";
import type { Level } from "./level.ts";

/** Displays a message. Screen readers announce a bad one at once. */
export function Notice({ level, children }: { level: Level; children: ComponentChildren }) {
  return (
    <div class={`notice ${level}`} role={level === "bad" ? "alert" : "status"}>
      {children}
    </div>
  );
}
