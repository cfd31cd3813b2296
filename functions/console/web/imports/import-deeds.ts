import type { Import } from "../../../../client/src/eu-vat-client.ts";

type ImportStatus = Import["status"];

const AT_WORK: readonly ImportStatus[] = ["reading", "checking", "importing", "undoing"];

/** Whether the service is at it, so that it is worth looking again. */
export const isAtWork = ({ status }: Import): boolean => AT_WORK.includes(status);

const WITH_ROWS: readonly ImportStatus[] = ["checked", "completed"];

/** Whether there is a list of rows that were not simply taken. */
export const hasRows = ({ status }: Import): boolean => WITH_ROWS.includes(status);

const RESUMABLE: readonly string[] = ["interrupted", "account_stopped"];

/** What can be done with an import as it stands. */
export type ImportDeed = "commit" | "cancel" | "retry" | "undo";

/** What can be done with it now; the service may still refuse. */
export function deedsFor({ status, error, counts, dry_run }: Import): ImportDeed[] {
  if (status === "checked") return ["commit", "cancel"];
  if (["awaiting_upload", "reading", "checking", "importing"].includes(status)) return ["cancel"];
  const again: ImportDeed[] =
    status === "failed" && RESUMABLE.includes(error?.code ?? "") ? ["retry"] : [];
  const hasEnded = ["completed", "failed", "cancelled"].includes(status);
  return hasEnded && !dry_run && counts.committed > 0 ? [...again, "undo"] : again;
}
