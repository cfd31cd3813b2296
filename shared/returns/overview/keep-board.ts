import { type CheckedRow, isToWrite } from "../../accounts/people/board.ts";
import { expireRow, loadBoardRowsOf, saveCheckedRow } from "../../accounts/people/store-board.ts";
import { loadAccount } from "../../accounts/store-accounts.ts";
import { dayOf } from "../../core/calendar/iso-date.ts";
import { type Period, periodNamed } from "../../core/calendar/period.ts";
import { loadOpenImportRows } from "../../imports/jobs/store-open-rows.ts";
import { loadPendingRecount } from "../../ledger/recount/recount.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { ComputedReturn } from "../compute/compute.ts";
import { areOf, type OpenImportRows } from "../load/load-open-import-rows.ts";
import { preparedAt } from "../locks/preparation.ts";
import { contentSha256 } from "../locks/snapshot.ts";
import { loadPreparations } from "../locks/store-preparations.ts";
import type { DueReturn } from "./due-returns.ts";
import { loadDueWithFigures } from "./load-due-returns.ts";

/**
 * Writes the rows of an account on the board of its organisation: those that have changed, and each once a day. Takes
 * those off that the account does not make any more. Reads sums, never events.
 */
export async function keepBoard(
  account: string,
  registrations: readonly Registration[],
  now: Date,
): Promise<void> {
  const organisation = (await loadAccount(account))?.organisation;
  if (organisation === undefined) return;
  const today = dayOf(now);
  const [known, openRows, recount, marksOf] = await Promise.all([
    loadBoardRowsOf(organisation, account),
    loadOpenImportRows(account),
    loadPendingRecount(account),
    loadPreparations(account),
  ]);
  const due = await loadDueWithFigures(account, registrations, today, openRows);
  const rows = due.map(({ due: one, drawn }) => ({
    ...boardRow(account, one, { openRows, isRecounting: recount !== null }),
    prepared_at: drawn ? preparedAt(marksOf(one), figuresOf(drawn)) : null,
  }));
  for (const row of rows) {
    const before = known.find((one) => isOfReturn(one, row));
    if (isToWrite(before, row, today)) await saveCheckedRow(organisation, row, now);
  }
  for (const row of known) {
    const isOver = row.expires_at === undefined && !rows.some((one) => isOfReturn(one, row));
    if (isOver) await expireRow(organisation, row, now);
  }
}

/** Returns the hash of the figures that a mark is on; the empty text without a return. */
const figuresOf = (drawn: ComputedReturn): string =>
  drawn.status === "covered" ? contentSha256(drawn.report) : "";

type Named = Pick<CheckedRow, "scheme_type" | "period_key" | "registration_id">;

const isOfReturn = (one: Named, other: Named): boolean =>
  one.scheme_type === other.scheme_type &&
  one.period_key === other.period_key &&
  one.registration_id === other.registration_id;

type Waiting = { readonly openRows: readonly OpenImportRows[]; readonly isRecounting: boolean };

/**
 * Returns the row of a return. Rows of files without a day may be of any period; what arrives for a declared return is a
 * late change of a later one.
 */
function boardRow(
  account: string,
  due: DueReturn,
  { openRows, isRecounting }: Waiting,
): Omit<CheckedRow, "prepared_at"> {
  const isOfPeriod = areOf(periodNamed(due.period_key) as Period);
  const isUndeclared = due.state === "running" || due.state === "open";
  const outside = openRows
    .filter((rows) => isUndeclared && (rows.month === null || isOfPeriod(rows)))
    .reduce((sum, { row_count }) => sum + row_count, 0);
  const waiting = due.waiting_event_count;
  return {
    account,
    scheme_type: due.scheme_type,
    period_key: due.period_key,
    registration_id: due.registration_id,
    member_state_identification: due.member_state_identification,
    filing_due_date: due.filing_due_date,
    state: due.state,
    data_complete: !isUndeclared || (due.state === "open" && outside === 0 && !isRecounting),
    open_questions: waiting === null ? null : waiting + outside,
    filing_status: due.filing_status,
    payment_status: due.payment_status,
  };
}
