import type { Import } from "../../../../client/src/eu-vat-client.ts";
import { Badge } from "../parts/badge.tsx";
import type { Level } from "../parts/level.ts";
import { useReader } from "../session/console-context.ts";

const LEVELS: Readonly<Record<Import["status"], Level>> = {
  awaiting_upload: "info",
  reading: "info",
  checking: "info",
  checked: "warn",
  importing: "info",
  completed: "good",
  failed: "bad",
  cancelled: "warn",
  undoing: "info",
  undone: "warn",
  expired: "warn",
};

/** Displays the status of an import as a badge. */
export function ImportState({ of: { status } }: { readonly of: Import }) {
  const { say } = useReader();
  return <Badge level={LEVELS[status]}>{say(`import.${status}`)}</Badge>;
}
