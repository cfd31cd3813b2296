import { type IsoDate, plusYears } from "../../core/calendar/iso-date.ts";
import { type Period, periodAfter, periodBefore, periodOn } from "../../core/calendar/period.ts";
import { CORRECTION_YEARS, isCorrectable } from "../../vat/schemes/common-exclusions.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { ownAmounts } from "../compute/late-changes.ts";
import type { CorrectionRow, Return } from "../schema.ts";
import type { BothAmounts, ReconciledState, Reconciliation } from "./schema.ts";

type ReportedReturn = Pick<
  Return,
  "period_key" | "return_currency" | "rows" | "corrections" | "late_changes"
>;

/** A locked return: as it was frozen, and from the current ledger at the frozen rates. */
export type LockedReturn = { readonly frozen: ReportedReturn; readonly today: ReportedReturn };

/** The amounts of a return for one period and Member State. */
type SumPart = Pick<
  CorrectionRow,
  "original_period" | "member_state_of_consumption" | "taxable_amount_minor" | "vat_amount_minor"
>;

type StateLine = Omit<ReconciledState, "difference" | "in_returns"> & {
  readonly in_returns: Set<string>;
};

type Column = "declared" | "corrected" | "to_declare" | "ledger";

const NOTHING: BothAmounts = { taxable_minor: 0, vat_minor: 0 };

/**
 * Compares, for each locked period and Member State, the amounts of locked returns, of open returns, and of the ledger.
 * The three agree, except for changes that no return accepts any more: after three years, after a move to another
 * Member State of identification, or in another currency. `elsewhere` are externally filed returns, computed from the
 * ledger. If the ledger has a correction of a locked period in the period of such a return, the next open return
 * declares it.
 */
export function reconcile(
  locked: readonly LockedReturn[],
  open: readonly ReportedReturn[],
  elsewhere: readonly ReportedReturn[] = [],
): Pick<Reconciliation, "items" | "late_changes"> {
  const partition = new ReconciledPartition(new Set(locked.map(({ frozen }) => frozen.period_key)));
  for (const { frozen, today } of locked) {
    partition.add(frozen, ownRows(frozen), "declared");
    partition.add(frozen, frozen.corrections, "corrected");
    partition.add(today, ownAmounts(today), "ledger");
  }
  for (const one of open) partition.add(one, one.corrections, "to_declare");
  for (const one of [...open, ...elsewhere]) partition.add(one, ownAmounts(one), "ledger");
  return { items: partition.items(), late_changes: open.flatMap(lateIn) };
}

const ownRows = ({ period_key, rows }: ReportedReturn): SumPart[] =>
  rows.map((row) => ({ original_period: period_key, ...row }));

const lateIn = ({ period_key, return_currency, late_changes }: ReportedReturn) =>
  late_changes.map((change) => ({ declared_in: period_key, return_currency, ...change }));

/** The lines by period, Member State and currency. */
class ReconciledPartition {
  readonly #lines = new Map<string, StateLine>();
  readonly #periods: ReadonlySet<string>;

  constructor(periods: ReadonlySet<string>) {
    this.#periods = periods;
  }

  add(report: ReportedReturn, parts: readonly SumPart[], column: Column): void {
    for (const part of parts) this.#addOne(report, part, column);
  }

  #addOne(told: ReportedReturn, part: SumPart, column: Column): void {
    const { original_period, member_state_of_consumption } = part;
    if (!this.#periods.has(original_period)) return;
    const key = `${original_period} ${member_state_of_consumption} ${told.return_currency}`;
    const line = this.#lines.get(key) ?? {
      period_key: original_period,
      member_state_of_consumption,
      return_currency: told.return_currency,
      declared: NOTHING,
      corrected: NOTHING,
      to_declare: NOTHING,
      in_returns: new Set<string>(),
      ledger: NOTHING,
    };
    if (column === "to_declare") line.in_returns.add(told.period_key);
    const amounts = { taxable_minor: part.taxable_amount_minor, vat_minor: part.vat_amount_minor };
    this.#lines.set(key, { ...line, [column]: plus(line[column], amounts, 1) });
  }

  items(): ReconciledState[] {
    return [...this.#lines]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { in_returns, ...line }]) => ({
        ...line,
        in_returns: [...in_returns].sort(),
        difference: [line.declared, line.corrected, line.to_declare].reduce(
          (left, one) => plus(left, one, -1),
          line.ledger,
        ),
      }));
  }
}

const plus = (one: BothAmounts, other: BothAmounts, sign: 1 | -1): BothAmounts => ({
  taxable_minor: one.taxable_minor + sign * other.taxable_minor,
  vat_minor: one.vat_minor + sign * other.vat_minor,
});

/**
 * Returns the running period and the periods that a return can still correct: those whose return was due at most three
 * years ago (Art. 61(2) CIR 282/2011), counted from today and from the earliest open return, which declares their late
 * changes. Oldest first; at most 15 quarters, or 39 months, before that return.
 */
export function correctablePeriods(
  { period_kind }: Pick<Scheme, "period_kind">,
  today: IsoDate,
  isLocked: (period: Period) => boolean,
): Period[] {
  const isRecent = (one: Period) => plusYears(one.filingDueDate, CORRECTION_YEARS) >= today;
  const current = periodOn(period_kind, today);
  let locked = current;
  while (isRecent(locked) && !isLocked(locked)) locked = periodBefore(locked);
  // Without a lock no return declares late changes.
  const open = isRecent(locked) && locked !== current ? periodAfter(locked) : current;
  const periods: Period[] = [];
  for (let one = current; isRecent(one) || isCorrectable(one, open); one = periodBefore(one)) {
    periods.unshift(one);
  }
  return periods;
}
