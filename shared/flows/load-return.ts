import { type Period, periodNamed } from "../calendar/period.ts";
import type { PeriodRates } from "../exchange-rates/period-rates.ts";
import type { LockMark } from "../locks/lock-mark.ts";
import { lockedRun } from "../locks/locked-run.ts";
import { withRecordedRates } from "../locks/recorded-rates.ts";
import type { Registration } from "../registrations/registration.ts";
import { type Coverage, coverageOf } from "../returns/coverage.ts";
import { drawReturn, type ReturnInput } from "../returns/draw.ts";
import { type ChangedReturn, lateChanges } from "../returns/late-changes.ts";
import type { LateChange } from "../returns/schema.ts";
import type { ReturnRules } from "../returns/sort-sums.ts";
import type { Scheme } from "../schemes/scheme.ts";
import { loadPeriodRates } from "../store/exchange-rates.ts";
import { loadLocksOf, loadRecordedRates } from "../store/locked-periods.ts";
import { loadMarks } from "../store/marks.ts";
import { loadRegistrations } from "../store/registrations.ts";
import { loadSettledTallies } from "../store/settled-tallies.ts";
import { loadTallies } from "../store/tallies.ts";
import type { Tally } from "../tallies/tally.ts";
import { parseReturnKey, returnBook } from "../tallies/tally-key.ts";
import { loadPendingRecount } from "./pending-recount.ts";

/**
 * Everything the return of a period is made of, as it stands; `registration_id` chooses between the
 * returns of two registrations that follow one another in the period.
 */
export async function loadReturn(
  account: string,
  scheme: Scheme,
  period: Period,
  registration_id?: number,
): Promise<ReturnInput> {
  const [{ items }, tallies] = await Promise.all([
    loadRegistrations(account),
    loadTallies(account, returnBook(scheme, period.key)),
  ]);
  const coverage = coverageOf(scheme, items, period, registration_id);
  return complete(account, { scheme, period, registrations: items, coverage, tallies });
}

/** The same, and whether it may still change. */
export async function loadReturnWithRecount(
  account: string,
  scheme: Scheme,
  period: Period,
  registration_id?: number,
) {
  const input = await loadReturn(account, scheme, period, registration_id);
  return { input, recount_pending: await loadPendingRecount(account, period) };
}

/**
 * The same with all sums as of one moment: a return that is frozen must not hold half of a commit.
 * @throws DomainError `not_ready` when the period is being written to all the time.
 */
export async function loadSettledReturn(
  account: string,
  scheme: Scheme,
  period: Period,
  registration_id?: number,
): Promise<{ readonly input: ReturnInput; readonly changes: number }> {
  const [{ items }, { tallies, changes }] = await Promise.all([
    loadRegistrations(account),
    loadSettledTallies(account, returnBook(scheme, period.key)),
  ]);
  const coverage = coverageOf(scheme, items, period, registration_id);
  const input = { scheme, period, registrations: items, coverage, tallies };
  return { input: await complete(account, input), changes };
}

/** The same for a caller who has the registrations, and may say which of them makes the return. */
export async function loadReturnUnder(
  account: string,
  scheme: Scheme,
  period: Period,
  registrations: readonly Registration[],
  coverage: Coverage = coverageOf(scheme, registrations, period),
): Promise<ReturnInput> {
  const tallies = await loadTallies(account, returnBook(scheme, period.key));
  return complete(account, { scheme, period, registrations, coverage, tallies });
}

/** What decides on the events of a period one by one. */
export async function loadReturnRules(
  account: string,
  scheme: Scheme,
  period: Period,
  registrations: readonly Registration[],
  coverage: Coverage = coverageOf(scheme, registrations, period),
): Promise<ReturnRules> {
  const tallies = await loadTallies(account, returnBook(scheme, period.key));
  const rates = await loadRates(account, scheme, period, tallies);
  return { scheme, period, registrations, coverage, rates };
}

async function complete(
  account: string,
  report: Omit<ReturnInput, "rates" | "late">,
): Promise<ReturnInput> {
  const { scheme, period, tallies } = report;
  const [rates, late] = await Promise.all([
    loadRates(account, scheme, period, tallies),
    loadLateChanges(account, report),
  ]);
  return { ...report, rates, late };
}

/** What the period's return declares of locked returns that have changed since their lock. */
async function loadLateChanges(
  account: string,
  report: Omit<ReturnInput, "rates" | "late">,
): Promise<readonly LateChange[]> {
  const { scheme, registrations } = report;
  const marks = await loadMarks(account, scheme.book);
  const run = lockedRun(report, marks);
  if (!("changed" in run)) return run.frozen;
  const changed = await Promise.all(
    run.changed.map((mark) => loadChanged(account, scheme, registrations, mark)),
  );
  const comparable = changed.filter((one) => one !== undefined);
  return comparable.length === 0 ? [] : lateChanges(comparable, run.declared);
}

/** A locked return as it was frozen, and as it would be drawn today at the rates that were frozen. */
async function loadChanged(
  account: string,
  scheme: Scheme,
  registrations: readonly Registration[],
  { period_key, registration_id }: LockMark,
): Promise<ChangedReturn | undefined> {
  const period = periodNamed(period_key);
  if (!period) return undefined;
  const locks = await loadLocksOf(account, scheme.id, period_key);
  const frozen = locks.find((lock) => lock.registration_id === registration_id);
  if (!frozen) return undefined;
  const coverage = coverageOf(scheme, registrations, period, registration_id);
  const tallies = await loadTallies(account, returnBook(scheme, period_key));
  const published = await loadRates(account, scheme, period, tallies);
  const own = published.get(period_key) as PeriodRates;
  const rates = new Map(published).set(period_key, withRecordedRates(own, frozen.exchange_rates));
  const input = { scheme, period, registrations, coverage, tallies, rates, late: [] };
  const today = drawReturn(input);
  return today.status === "covered" ? { today: today.report, frozen } : undefined;
}

/** The rates of a period and of every period that its corrections go back to. */
async function loadRates(
  account: string,
  scheme: Scheme,
  period: Period,
  tallies: readonly Tally[],
): Promise<ReadonlyMap<string, PeriodRates>> {
  const rates = await Promise.all([
    ratesOf(period),
    ...correctedPeriods(tallies).map((one) => correctedRates(account, scheme, one)),
  ]);
  return new Map(rates.map((one) => [one.period, one]));
}

const ratesOf = ({ key, lastDay }: Period): Promise<PeriodRates> => loadPeriodRates(key, lastDay);

/** What an earlier period was declared with, if it is locked. */
async function correctedRates(
  account: string,
  scheme: Scheme,
  period: Period,
): Promise<PeriodRates> {
  const [published, recorded] = await Promise.all([
    ratesOf(period),
    loadRecordedRates(account, scheme.id, period.key),
  ]);
  return withRecordedRates(published, recorded);
}

/** The earlier periods that corrections go back to. */
function correctedPeriods(tallies: readonly Tally[]): Period[] {
  const keys = tallies
    .map(({ key }) => parseReturnKey(key))
    .filter((key) => key.family === "correction");
  const periods = new Set(keys.map((key) => key.original_period));
  return [...periods].map(periodNamed).filter((period) => period !== undefined);
}
