import { type Period, periodBefore } from "../calendar/period.ts";
import type { Coverage } from "../returns/coverage.ts";
import { returnCurrencyOf } from "../returns/return-currency.ts";
import type { LateChange } from "../returns/schema.ts";
import { isCorrectable } from "../schemes/correction-years.ts";
import type { Scheme } from "../schemes/scheme.ts";
import { returnBook } from "../tallies/tally-key.ts";
import type { LockMark, Marks, PeriodMarks } from "./lock-mark.ts";

/** A return that was declared: locked here, or filed elsewhere with sales that are in no ledger. */
export type DeclaredReturn = LockMark & { readonly filed_elsewhere: boolean };

/** What a return has to say of declared ones: what it said when it was locked itself, or what is open. */
type LockedRun =
  | { readonly frozen: readonly LateChange[] }
  | { readonly changed: readonly DeclaredReturn[]; readonly declared: readonly LateChange[] };

/**
 * The declared returns whose changes a period's return declares: those of the periods right before it,
 * as far back as each is declared, to the same Member State, and within three years of their due day
 * (Art. 61(2) CIR 282/2011). A change stands in the earliest open return after its period.
 */
export function lockedRun(
  report: { readonly scheme: Scheme; readonly period: Period; readonly coverage: Coverage },
  marks: Marks,
): LockedRun {
  const { scheme, period, coverage } = report;
  if (coverage.status !== "covered") return { frozen: [] };
  const { id, member_state_identification } = coverage.registration;
  const marked = (one: Period) => marks.get(returnBook(scheme, one.key)) ?? NO_MARKS;
  const own = declaredIn(marked(period)).find((one) => one.registration_id === id);
  if (own) return { frozen: own.late_changes };
  const currency = returnCurrencyOf(report);
  const run: { readonly one: DeclaredReturn; readonly changes: number }[] = [];
  for (let one = periodBefore(period); isCorrectable(one, period); one = periodBefore(one)) {
    const { changes } = marked(one);
    const declared = declaredIn(marked(one));
    if (declared.length === 0) break;
    run.push(...declared.map((one) => ({ one, changes })));
  }
  const ours = run.filter(
    ({ one }) =>
      one.member_state_identification === member_state_identification &&
      one.return_currency === currency,
  );
  return {
    changed: ours.filter(({ one, changes }) => changes > one.changes_seen).map(({ one }) => one),
    declared: ours.flatMap(({ one }) => one.late_changes),
  };
}

const NO_MARKS: PeriodMarks = { changes: 0, locks: [], openings: [] };

/** What was filed elsewhere has seen no change: whatever comes to its period is one. */
const declaredIn = ({ locks, openings }: PeriodMarks): DeclaredReturn[] => [
  ...locks.map((lock) => ({ ...lock, filed_elsewhere: false })),
  ...openings.map((opening) => ({
    ...opening,
    changes_seen: 0,
    late_changes: [],
    filed_elsewhere: true,
  })),
];

/** A declared period whose sums have moved since. */
export type ChangedPeriod = { readonly scheme_type: Scheme["id"]; readonly period_key: string };

/** The declared periods of a scheme that have changed since, in the order of the calendar. */
export const changedPeriods = ({ id }: Scheme, marks: Marks): ChangedPeriod[] =>
  [...marks.values()]
    .map((marked) => ({ changes: marked.changes, declared: declaredIn(marked) }))
    .filter(({ changes, declared }) => declared.some((one) => changes > one.changes_seen))
    .map(({ declared }) => ({ scheme_type: id, period_key: String(declared[0]?.period_key) }))
    .sort((a, b) => (a.period_key < b.period_key ? -1 : 1));
