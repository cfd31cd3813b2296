import { plusDays, plusYears } from "../calendar/iso-date.ts";
import { type Period, periodBefore } from "../calendar/period.ts";
import type { Coverage } from "../returns/coverage.ts";
import { returnCurrencyOf } from "../returns/return-currency.ts";
import type { LateChange } from "../returns/schema.ts";
import { CORRECTION_YEARS } from "../schemes/correction-years.ts";
import type { Scheme } from "../schemes/scheme.ts";
import { returnBook } from "../tallies/tally-key.ts";
import type { LockMark } from "./lock-mark.ts";

/** What is marked of a period: how often it was changed after its end, and its locks. */
type Marked = { readonly changes: number; readonly locks: readonly LockMark[] };

/** What a return has to say of locked ones: what it said when it was locked itself, or what is open. */
type LockedRun =
  | { readonly frozen: readonly LateChange[] }
  | { readonly changed: readonly LockMark[]; readonly declared: readonly LateChange[] };

/**
 * The locked returns whose changes a period's return declares: those of the periods right before it,
 * as far back as each is locked, to the same Member State, and within three years of their due day
 * (Art. 61(2) CIR 282/2011). A change stands in the earliest open return after its period.
 */
export function lockedRun(
  report: { readonly scheme: Scheme; readonly period: Period; readonly coverage: Coverage },
  marks: ReadonlyMap<string, Marked>,
): LockedRun {
  const { scheme, period, coverage } = report;
  if (coverage.status !== "covered") return { frozen: [] };
  const { id, member_state_identification } = coverage.registration;
  const marked = (one: Period) => marks.get(returnBook(scheme, one.key));
  const own = marked(period)?.locks.find((lock) => lock.registration_id === id);
  if (own) return { frozen: own.late_changes };
  const currency = returnCurrencyOf(report);
  const run: { readonly lock: LockMark; readonly changes: number }[] = [];
  for (let one = periodBefore(period); isOpenTo(one, period); one = periodBefore(one)) {
    const { locks = [], changes = 0 } = marked(one) ?? {};
    if (locks.length === 0) break;
    run.push(...locks.map((lock) => ({ lock, changes })));
  }
  const ours = run.filter(
    ({ lock }) =>
      lock.member_state_identification === member_state_identification &&
      lock.return_currency === currency,
  );
  return {
    changed: ours
      .filter(({ lock, changes }) => changes > lock.changes_seen)
      .map(({ lock }) => lock),
    declared: ours.flatMap(({ lock }) => lock.late_changes),
  };
}

/** Whether a return that can first be submitted on the day after `current` may still correct `one`. */
const isOpenTo = (one: Period, current: Period): boolean =>
  plusYears(one.filingDueDate, CORRECTION_YEARS) >= plusDays(current.lastDay, 1);

/** A locked period whose sums have moved since. */
export type ChangedPeriod = { readonly scheme_type: Scheme["id"]; readonly period_key: string };

/** The locked periods of a scheme that have changed since their lock, in the order of the calendar. */
export const changedPeriods = (
  { id }: Scheme,
  marks: ReadonlyMap<string, Marked>,
): ChangedPeriod[] =>
  [...marks.values()]
    .filter(({ changes, locks }) => locks.some(({ changes_seen }) => changes > changes_seen))
    .map(({ locks }) => ({ scheme_type: id, period_key: String(locks[0]?.period_key) }))
    .sort((a, b) => (a.period_key < b.period_key ? -1 : 1));
