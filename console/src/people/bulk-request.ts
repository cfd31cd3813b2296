import type { BoardRow, BulkRequest } from "../../../client/src/eu-vat-client.ts";
import { includes, type RoleName } from "../../../shared/accounts/people/role-order.ts";

export const keyOfRow = ({ account, scheme_type, period_key, registration_id }: BoardRow): string =>
  `${account} ${scheme_type} ${period_key} ${registration_id}`;

export type BulkAction = BulkRequest["action"];

const NEEDED: Readonly<Record<BulkAction, RoleName>> = {
  check: "viewer",
  import: "preparer",
  prepare: "preparer",
  unprepare: "preparer",
  lock: "approver",
  file: "approver",
  pay: "approver",
  download: "viewer",
};

const mayActOn = (action: BulkAction, { role }: Pick<BoardRow, "role">): boolean =>
  includes(role, NEEDED[action]);

/** True if an action can change a return in its state. A return with open questions is neither prepared nor locked. */
const fits = (action: BulkAction, row: BoardRow): boolean => {
  const { state, filing_status, payment_status } = row;
  if (action === "check") return true;
  if (action === "import") {
    return row.files_received > 0 && (state === "open" || state === "running");
  }
  if (action === "pay") return payment_status === "unpaid" || payment_status === "part_paid";
  if (action === "file") return state === "locked";
  if (action === "unprepare") return state === "open" && row.prepared_at !== null;
  if (action === "download") return state === "locked" || state === "filed";
  return state === "open" && filing_status !== "review_required";
};

/** Returns the rows that an action applies to, under the role of the person. */
export const rowsFor = (action: BulkAction, rows: readonly BoardRow[]): BoardRow[] =>
  rows.filter((row) => mayActOn(action, row) && fits(action, row));

/** Counts the returns that a lock refuses, because questions are open that keep none from being ready. */
export const withOpenQuestions = (rows: readonly BoardRow[]): number =>
  rows.filter(({ open_questions }) => (open_questions ?? 0) > 0).length;

/** Maximum number of returns whose files are put into one ZIP. */
const MOST_FILES = 100;

/** True if an action takes that many returns at once. */
export const takes = (action: BulkAction, count: number): boolean =>
  count > 0 && (action !== "download" || count <= MOST_FILES);

/**
 * Builds the request of an action; `day` is that of the submission of filings, or of payments, `language` that of the
 * papers that locks store.
 */
export const bulkRequest = (
  action: BulkAction,
  rows: readonly BoardRow[],
  day = "",
  language?: BulkRequest["language"],
): BulkRequest => ({
  action,
  ...(action === "lock" && language ? { language } : {}),
  returns: rowsFor(action, rows).map(({ account, scheme_type, period_key, registration_id }) => ({
    account,
    scheme_type,
    period_key,
    registration_id,
    ...(action === "file" && day ? { filed_at: day } : {}),
    ...(action === "pay" && day ? { paid_on: day } : {}),
  })),
});
