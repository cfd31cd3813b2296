import type { Import } from "../../../client/src/eu-vat-client.ts";
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
  cancelled: "info",
  undoing: "info",
  undone: "info",
  expired: "warn",
};

/** True if a completed import left rows out that somebody has to deal with. */
const hasOpenRows = ({ status, open_rows, open_rows_settled_at }: Import): boolean =>
  status === "completed" && open_rows.length > 0 && open_rows_settled_at === null;

/** True until the rows with findings are committed, entered or settled. */
export const isUnsettled = (job: Import): boolean => job.status !== "completed" || hasOpenRows(job);

/** Displays the status of an import as a badge, and whether rows wait as another one. */
export function ImportState({ of }: { readonly of: Import }) {
  const { say } = useReader();
  const { status } = of;
  return (
    <>
      <Badge level={LEVELS[status]}>{say(`import.${status}`)}</Badge>{" "}
      {hasOpenRows(of) && <Badge level="warn">{say("nav.count.imports")}</Badge>}
    </>
  );
}
