import type { TableUses } from "../platform/table/item.ts";

/** Of `loadReturn`. */
export const RETURN_USES: TableUses = [
  "GetItem rates",
  "BatchGetItem rates",
  "BatchGetItem recounts",
  "BatchGetItem registrations",
  "Query locks",
  "Query marks",
  "Query sums",
];

/** Of `loadReturnView`. */
export const RETURN_VIEW_USES: TableUses = [RETURN_USES, "GetItem recounts"];

/** Of `loadFindings`. */
export const FINDINGS_USES: TableUses = [RETURN_USES, "Query open_import_rows", "Query openings"];

/** Of `loadDoneNotices`. */
export const DONE_USES: TableUses = [
  "GetItem connections",
  "GetItem registrations",
  "GetItem webhooks",
  "Query locks",
  "Query marks",
  "Query payments",
];

/** Of `loadSigners`. */
export const SIGNER_USES: TableUses = ["BatchGetItem persons", "GetItem preparations"];

/** Of `loadPaper`. */
export const PAPER_USES: TableUses = [
  RETURN_VIEW_USES,
  FINDINGS_USES,
  SIGNER_USES,
  "GetItem accounts",
  "GetItem profile",
  "BatchGetItem organisation_accounts",
];

/** Of `lockReturn`. */
export const LOCK_USES: TableUses = [
  RETURN_VIEW_USES,
  FINDINGS_USES,
  "GetItem accounts",
  "GetItem keys",
  "GetItem locks",
  "GetItem openings",
  "GetItem preparations",
  "GetItem profile",
  "GetItem registrations",
  "BatchGetItem organisation_accounts",
  "Query imports",
  "PutItem locks",
  "PutItem marks",
  "PutItem outbox",
  "UpdateItem board",
  "UpdateItem openings",
];
