import { type CheckedRow, isToWrite } from "../../accounts/people/board.ts";
import { expireRow, loadBoardRowsOf, saveCheckedRow } from "../../accounts/people/store-board.ts";
import { loadAccount } from "../../accounts/store-accounts.ts";
import { dayOf, periodNamed } from "../../core/calendar/dates.ts";
import { accountOf, isSandbox, type LedgerId } from "../../core/ids.ts";
import { loadOpenImportRows } from "../../imports/jobs/store-open-rows.ts";
import {
  countFiles,
  loadRecentLinks,
  remindOfLinks,
} from "../../imports/upload-links/sent-files.ts";
import { loadPendingRecount } from "../../ledger/recount/recount.ts";
import { busEventOf, type CrossingEvent } from "../../notifications/crossings.ts";
import { markPublished } from "../../notifications/store.ts";
import { withRetries } from "../../platform/calls.ts";
import type { Publish } from "../../platform/event-bus.ts";
import { accountQueue, queueWorker } from "../../platform/queues/queues.ts";
import { cachedRates, type LoadRange } from "../../vat/exchange-rates/cached-rates.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { ComputedReturn } from "../compute/compute.ts";
import type { ReturnQuestion } from "../compute/open-questions.ts";
import { lastMark, type Preparation } from "../locks/preparation.ts";
import { contentSha256 } from "../locks/snapshot.ts";
import { loadPreparations } from "../locks/store-locks.ts";
import { paymentReference } from "../payment/payment.ts";
import { checkDay } from "./check-day.ts";
import type { DueReturn } from "./due-return-schema.ts";
import { type LockState, loadDueWithFigures } from "./load-due-returns.ts";
import { checkSandbox } from "./sandbox-clock.ts";

/**
 * Writes the rows of an account on the board of its organisation: those that have changed, and each once a day. Takes
 * those off that the account does not make any more, and reminds of files that were asked for. Reads sums, never events.
 */
export async function keepBoard(
  ledger: LedgerId,
  registrations: readonly Registration[],
  now: Date,
): Promise<void> {
  const organisation = (await loadAccount(ledger))?.organisation;
  if (organisation === undefined) return;
  const today = dayOf(now);
  const [known, openRows, recount, marksOf, links] = await Promise.all([
    loadBoardRowsOf(organisation, accountOf(ledger)),
    loadOpenImportRows(ledger),
    loadPendingRecount(ledger),
    loadPreparations(ledger),
    loadRecentLinks(ledger),
  ]);
  await remindOfLinks(ledger, links, now);
  const due = await loadDueWithFigures(ledger, registrations, today, openRows, false);
  const rows = due.map(({ due: one, computed, lock }) => ({
    ...boardRow(ledger, one, recount !== null),
    ...signersOf(marksOf(one), computed, lock),
    ...countFiles(links, one.period_key),
    ...numbersOf(one, registrations),
    correction_vat_minor: correctionIn(one, computed, lock),
  }));
  for (const row of rows) {
    const before = known.find((state) => isOfReturn(state, row));
    if (isToWrite(before, row, today)) await saveCheckedRow(organisation, row, now);
  }
  for (const row of known) {
    const isOver = row.expires_at === undefined && !rows.some((dueRow) => isOfReturn(dueRow, row));
    if (isOver) await expireRow(organisation, row, now);
  }
}

/** Says who has marked the figures of a return, and who has locked it. The time of a mark is that of an open return. */
function signersOf(
  marks: Preparation | undefined,
  computed: ComputedReturn | undefined,
  lock: LockState | undefined,
) {
  if (lock) {
    const { prepared_by } = lastMark(marks, lock.content_sha256);
    const signed = { prepared_by: prepared_by ?? lock.prepared_by ?? null };
    return { ...signed, locked_by: lock.locked_by, prepared_at: null };
  }
  return { ...lastMark(marks, computed ? figuresOf(computed) : ""), locked_by: null };
}

/** Returns the masked numbers of a return under an intermediary, and the reference of its payment. */
function numbersOf(
  due: Named & Pick<DueReturn, "member_state_identification">,
  all: readonly Registration[],
) {
  const own = all.find(({ id }) => id === due.registration_id);
  // Rows without an intermediary are many, are read at once, and are in no list of what one owes.
  const isUnderOne = own?.ioss_intermediary_name ?? own?.ioss_intermediary_number_masked;
  const number = isUnderOne && own?.vat_registration_number_masked;
  const period = periodNamed(due.period_key);
  return {
    registration_number_masked: number || null,
    payment_reference:
      number && period ? paymentReference(due.member_state_identification, number, period) : null,
    intermediary_name: own?.ioss_intermediary_name ?? null,
    intermediary_number_masked: own?.ioss_intermediary_number_masked ?? null,
  };
}

/** Returns the corrections of a return, as locked or computed; null while its period runs. */
function correctionIn(
  { state }: Pick<DueReturn, "state">,
  computed: ComputedReturn | undefined,
  lock: LockState | undefined,
): number | null {
  if (state === "running") return null;
  const totals =
    lock?.totals ?? (computed?.status === "covered" ? computed.report.totals : undefined);
  return totals?.correction_vat_minor ?? null;
}

/** Returns the hash of the figures that a mark is on; the empty text without a return. */
const figuresOf = (computed: ComputedReturn): string =>
  computed.status === "covered" ? contentSha256(computed.report) : "";

type Named = Pick<CheckedRow, "scheme_type" | "period_key" | "registration_id">;

const isOfReturn = (one: Named, other: Named): boolean =>
  one.scheme_type === other.scheme_type &&
  one.period_key === other.period_key &&
  one.registration_id === other.registration_id;

/** The questions of rows and orders that are not in the ledger. */
const OUTSIDE: readonly ReturnQuestion["kind"][] = ["import_rows", "orders"];

/** Returns the row of a return. What arrives for a declared return is a late change of a later one. */
export function boardRow(
  ledger: LedgerId,
  due: DueReturn,
  isRecounting: boolean,
): Omit<
  CheckedRow,
  | "prepared_at"
  | "prepared_by"
  | "locked_by"
  | "correction_vat_minor"
  | keyof ReturnType<typeof countFiles>
  | keyof ReturnType<typeof numbersOf>
> {
  const isRunning = due.state === "running";
  const isUndeclared = isRunning || due.state === "open";
  const isOutside = due.open_questions?.some(({ kind }) => OUTSIDE.includes(kind)) ?? false;
  return {
    account: accountOf(ledger),
    scheme_type: due.scheme_type,
    period_key: due.period_key,
    registration_id: due.registration_id,
    member_state_identification: due.member_state_identification,
    filing_due_date: due.filing_due_date,
    state: due.state,
    submitted_on: due.submitted_on,
    data_complete: !isUndeclared || (due.state === "open" && !isOutside && !isRecounting),
    open_questions: due.open_question_count,
    filing_status: due.filing_status,
    payment_status: due.payment_status,
    // With each sale of a running period its row would be written again.
    payable_vat_minor: isRunning ? null : due.payable_vat_minor,
    return_currency: isRunning ? null : due.return_currency,
    outstanding_minor: due.outstanding_minor,
  };
}

/**
 * Compares the status of the account with its notifications. Stores a notification of each new crossing and the notices
 * of its returns, and writes its rows on the board of its organisation. Then publishes the crossings that are not published yet, including those of an interrupted call.
 * Concurrent or repeated calls are safe: a crossing is stored once and published at least once.
 */
export async function monitorAccount(
  ledger: LedgerId,
  now: Date,
  publish: Publish<CrossingEvent>,
  loadRange?: LoadRange,
): Promise<void> {
  const { crossings, registrations } = await checkDay(ledger, now, loadRange);
  await withRetries(() => keepBoard(ledger, registrations, now));
  for (const crossing of crossings) {
    if (crossing.published_at !== undefined) continue;
    await publish(busEventOf(ledger, crossing));
    await markPublished(ledger, crossing.id, now);
  }
}

/** Returns the worker of the queue "accounts". The worker caches exchange rates between messages. */
export const monitorWorker = (publish: Publish<CrossingEvent>, loadRange = cachedRates()) =>
  queueWorker(accountQueue("accounts"), ({ account: ledger }) =>
    isSandbox(ledger)
      ? checkSandbox(ledger, loadRange)
      : monitorAccount(ledger, new Date(), publish, loadRange),
  );
