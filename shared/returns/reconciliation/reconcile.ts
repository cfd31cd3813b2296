import {
  type IsoDate,
  type Period,
  periodAfter,
  periodBefore,
  periodOn,
  plusYears,
} from "../../core/calendar/dates.ts";
import { amount, type Cell, day, label } from "../../core/files/csv.ts";
import { type Sheet, type SheetColumn, xlsxOf } from "../../core/files/xlsx.ts";
import type { PeriodKey } from "../../core/ids.ts";
import type { Currency } from "../../core/money/money.ts";
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

type SumPart = Pick<
  CorrectionRow,
  "original_period" | "member_state_of_consumption" | "taxable_amount_minor" | "vat_amount_minor"
>;

type StateLine = Omit<ReconciledState, "difference" | "in_returns"> & {
  readonly in_returns: Set<PeriodKey>;
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
  for (const reported of open) partition.add(reported, reported.corrections, "to_declare");
  for (const reported of [...open, ...elsewhere])
    partition.add(reported, ownAmounts(reported), "ledger");
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

  #addOne(report: ReportedReturn, part: SumPart, column: Column): void {
    const { original_period, member_state_of_consumption } = part;
    if (!this.#periods.has(original_period)) return;
    const key = `${original_period} ${member_state_of_consumption} ${report.return_currency}`;
    const line = this.#lines.get(key) ?? {
      period_key: original_period,
      member_state_of_consumption,
      return_currency: report.return_currency,
      declared: NOTHING,
      corrected: NOTHING,
      to_declare: NOTHING,
      in_returns: new Set<PeriodKey>(),
      ledger: NOTHING,
    };
    if (column === "to_declare") line.in_returns.add(report.period_key);
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
          (left, part) => plus(left, part, -1),
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
  const isRecent = (period: Period) => plusYears(period.filingDueDate, CORRECTION_YEARS) >= today;
  const current = periodOn(period_kind, today);
  let locked = current;
  while (isRecent(locked) && !isLocked(locked)) locked = periodBefore(locked);
  // Without a lock no return declares late changes.
  const open = isRecent(locked) && locked !== current ? periodAfter(locked) : current;
  const periods: Period[] = [];
  for (
    let earlier = current;
    isRecent(earlier) || isCorrectable(earlier, open);
    earlier = periodBefore(earlier)
  ) {
    periods.unshift(earlier);
  }
  return periods;
}

/**
 * Builds the reconciliation as a workbook. Each line names the currency of its amounts, which may change after a move
 * to another Member State.
 */
export const reconciliationWorkbook = (
  content: Reconciliation,
  made_at: string,
): Promise<Uint8Array> =>
  xlsxOf({
    title: `${content.scheme_type} reconciliation ${content.as_of}`,
    made_at,
    sheets: [
      stateSheet(content),
      lateSheet(content),
      directSheet(content),
      aboutSheet(content, made_at),
    ],
  });

const PERIOD: SheetColumn = { head: "Period", width: 10 };
const STATE: SheetColumn = { head: "Member State of consumption", width: 14 };
const CURRENCY: SheetColumn = { head: "Currency", width: 10 };

const COLUMNS = [
  ["declared", "Declared in its return"],
  ["corrected", "Declared in later locked returns"],
  ["to_declare", "Next returns will declare"],
  ["ledger", "Ledger today"],
  ["difference", "Difference"],
] as const;

const stateSheet = ({ items }: Reconciliation): Sheet => ({
  name: "Reconciliation",
  columns: [
    PERIOD,
    STATE,
    CURRENCY,
    ...COLUMNS.flatMap(([, head]) => both(head)),
    { head: "Open returns", width: 18 },
  ],
  lines: items.map((item) => [
    label(item.period_key),
    label(item.member_state_of_consumption),
    label(item.return_currency),
    ...COLUMNS.flatMap(([field]) => cellsOf(item[field], item.return_currency)),
    label(item.in_returns.join(", ")),
  ]),
});

const both = (head: string): SheetColumn[] =>
  ["taxable amount", "VAT"].map((what) => ({ head: `${head}: ${what}`, width: 17 }));

const cellsOf = ({ taxable_minor, vat_minor }: BothAmounts, currency: Currency): Cell[] => [
  amount(taxable_minor, currency),
  amount(vat_minor, currency),
];

const lateSheet = ({ late_changes }: Reconciliation): Sheet => ({
  name: "Late",
  columns: [
    { head: "Open return that declares it", width: 14 },
    { head: "Changed period", width: 10 },
    STATE,
    CURRENCY,
    ...both("Late change"),
  ],
  lines: late_changes.map((late) => [
    label(late.declared_in),
    label(late.original_period),
    label(late.member_state_of_consumption),
    label(late.return_currency),
    amount(late.taxable_amount_minor, late.return_currency),
    amount(late.vat_amount_minor, late.return_currency),
  ]),
});

const directSheet = ({ direct_declarations }: Reconciliation): Sheet => ({
  name: "Direct",
  columns: [
    { head: "Changed period", width: 10 },
    STATE,
    { head: "Declared in", width: 12 },
    CURRENCY,
    ...both("To declare directly"),
    { head: "Reason", width: 22 },
  ],
  lines: direct_declarations.map((declaration) => [
    label(declaration.original_period),
    label(declaration.member_state_of_consumption),
    label(declaration.member_state_identification),
    label(declaration.return_currency),
    amount(declaration.taxable_amount_minor, declaration.return_currency),
    amount(declaration.vat_amount_minor, declaration.return_currency),
    label(declaration.reason),
  ]),
});

const aboutSheet = (content: Reconciliation, made_at: string): Sheet => ({
  name: "About",
  columns: [
    { head: "Reconciliation", width: 32 },
    { head: "Value", width: 60 },
  ],
  lines: [
    [label("Scheme"), label(content.scheme_type)],
    [label("As of"), day(content.as_of)],
    [label("Made at (UTC)"), label(made_at)],
    [label("Oldest period to be corrected"), label(content.from)],
    [label("Locked periods"), label(content.locked_periods.join(", "))],
    [label("Open periods"), label(content.open_periods.join(", "))],
    [label("Recount pending"), label(content.recount_pending ? "yes" : "no")],
  ],
});
