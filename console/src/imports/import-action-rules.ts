import type { Import } from "../../../client/src/eu-vat-client.ts";

type ImportStatus = Import["status"];

const AT_WORK: readonly ImportStatus[] = ["reading", "checking", "importing", "undoing"];

/** True if the service is processing the import, so that its status should be polled. */
export const isAtWork = ({ status }: Import): boolean => AT_WORK.includes(status);

const WITH_ROWS: readonly ImportStatus[] = ["checked", "completed"];

export const hasRows = ({ status }: Import): boolean => WITH_ROWS.includes(status);

const RESUMABLE: readonly string[] = ["interrupted", "account_stopped"];

export type ImportAction = "commit" | "cancel" | "retry" | "settle" | "undo";

/** Returns the actions that the status of an import allows; the service may still reject one. */
export function actionsFor(job: Import): ImportAction[] {
  const { status, error, counts, dry_run } = job;
  if (status === "checked") return ["commit", "cancel"];
  if (["awaiting_upload", "reading", "checking", "importing"].includes(status)) return ["cancel"];
  const again: ImportAction[] =
    status === "failed" && RESUMABLE.includes(error?.code ?? "") ? ["retry"] : [];
  const hasEnded = ["completed", "failed", "cancelled"].includes(status);
  if (!hasEnded || dry_run) return again;
  const isOpen = job.open_rows.length > 0 && job.open_rows_settled_at === null;
  return [
    ...again,
    ...(isOpen ? (["settle"] as const) : []),
    ...(counts.committed > 0 ? (["undo"] as const) : []),
  ];
}

/** True if the file has orders and refunds, each of one line or of several; reports and tables have rows. */
export const hasEntries = ({ format }: Pick<Import, "format">): boolean =>
  /^(?:billbee|magento|shop|woocommerce)/.test(format);

/** True if a commit of the checked import would add rows to the ledger. */
export const hasNewRows = ({ counts }: Import): boolean => counts.committed > 0;
