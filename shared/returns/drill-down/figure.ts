import * as z from "zod";
import { KnownCurrency } from "../../core/input/fields.ts";
import { addExact, type Currency, exactString, ZERO } from "../../core/money/money.ts";
import { BridgeAmount } from "../../imports/bridge/bridge-line.ts";
import { type RunningSum, returnPartition } from "../../ledger/sums/sum.ts";
import { countOf, excludedOf, moneySumsOf, partsOfExcluded } from "../bridge/ledger-lines.ts";
import { type Covered, computeReturn, type ReturnInput } from "../compute/compute.ts";
import { exactAmounts } from "../compute/conversion.ts";
import { requireReturn } from "../compute/status.ts";
import type { LockedPeriod } from "../locks/locked-period.ts";
import { Count, LateChange, Minor, type Return } from "../schema.ts";
import { type Figure, isOfFigure, isSourceEvent } from "./drill-down.ts";

const Amounts = z.strictObject({
  event_count: Count,
  taxable_amount_minor: Minor,
  vat_amount_minor: Minor,
});

const Difference = LateChange.omit({ original_period: true, member_state_of_consumption: true });
type Difference = z.output<typeof Difference>;

const ExactAmount = z
  .string()
  .nullable()
  .describe("Sum before the one rounding of each row, in major units with four decimals");

/** What the listed events add up to, from the sums that made the return. */
export const SourceFigure = z
  .strictObject({
    event_count: Count.nullable().describe(
      "Number of all events of the list; null for late changes, of which only the difference is kept",
    ),
    excluded_event_count: Count.describe("Number of those that the return leaves out"),
    left_out: z
      .array(BridgeAmount)
      .describe(
        "Amounts of those that the return leaves out, by currency and not converted; until a recount, events that were stored before amounts were kept are missing",
      ),
    taxable_amount_minor: Minor.nullable().describe(
      "Amount of those in the return, each row and correction rounded once; null where `warning` names what is left out, whose amounts are in `left_out`",
    ),
    vat_amount_minor: Minor.nullable().describe("VAT of those in the return, as its amount"),
    currency: KnownCurrency.describe("Currency of the return"),
    exact_taxable_amount: ExactAmount,
    exact_vat_amount: ExactAmount,
    late_changes: Difference.nullable().describe(
      "Part of the same corrections that comes from changes of declared periods, whose events `late` lists; null where there is none",
    ),
    as_locked: Amounts.nullable().describe(
      "Figure in the lock of the return; null where it is not locked, or locked in another currency",
    ),
    since_lock: Difference.nullable().describe(
      "Change of the figure since the lock; null where `as_locked` is null",
    ),
  })
  .meta({
    id: "SourceFigure",
    description:
      "Count and sum of all events of the list, not of its page alone, from the sums that made the return",
  });
export type SourceFigure = z.output<typeof SourceFigure>;

/** Returns a figure of the current return, computed as the return is, and in its lock if there is one. */
export function figureFromSums(
  input: ReturnInput,
  figure: Figure,
  lock: LockedPeriod | undefined,
  leftOut: readonly RunningSum[] = [],
): SourceFigure {
  const computed = requireReturn(computeReturn(input));
  const { report } = computed;
  const counted_in = returnPartition(input.scheme, input.period.key);
  const sums = input.sums.filter(({ key }) =>
    isSourceEvent({ counted_in, counted_as: key }, figure, input),
  );
  const own = requireReturn(computeReturn({ ...input, sums, late: [] }));
  const { event_count, ...amounts } = amountsOf(own.report, {});
  const late = report.late_changes.filter((change) =>
    isOfFigure({ part: "corrections", ...change }, figure),
  );
  const excluded = excludedOf(computed, leftOut).excluded.filter(({ code, treatment }) =>
    isOfFigure({ warning: code, treatment }, figure),
  );
  const isOfTreatment = figure.treatment !== undefined;
  return {
    event_count: isOfTreatment ? countOf(excluded) : own.total_source_event_count,
    excluded_event_count: isOfTreatment ? countOf(excluded) : own.excluded_source_event_count,
    left_out: moneySumsOf(excluded).amounts,
    ...(figure.warning === undefined
      ? { ...amounts, ...exactTexts(own) }
      : { ...NO_AMOUNTS, ...NO_EXACT_AMOUNTS }),
    currency: report.return_currency,
    late_changes: late.length === 0 ? null : differenceOf(late),
    ...sinceLock(report, figure, lock, isOfTreatment ? partsOfExcluded(excluded) : report.warnings),
  };
}

const NO_AMOUNTS = { taxable_amount_minor: null, vat_amount_minor: null };
const NO_EXACT_AMOUNTS = { exact_taxable_amount: null, exact_vat_amount: null };

/** Returns the figure of late changes: the difference that the return declares. */
export function figureOfLateChanges(
  input: ReturnInput,
  { member_state_of_consumption, original_period }: Figure,
): SourceFigure {
  const { report } = requireReturn(computeReturn(input));
  const asked = { member_state_of_consumption, original_period };
  const late = differenceOf(report.late_changes.filter((change) => isOfFigure(change, asked)));
  return {
    event_count: null,
    excluded_event_count: 0,
    left_out: [],
    taxable_amount_minor: late.taxable_amount_minor,
    vat_amount_minor: late.vat_amount_minor,
    currency: report.return_currency,
    ...NO_EXACT_AMOUNTS,
    late_changes: late,
    as_locked: null,
    since_lock: null,
  };
}

function exactTexts({ input, sorted, period, report }: Covered) {
  const currency = report.return_currency as Currency;
  const parts = [
    exactAmounts(sorted.lines, input.rates.get(period.key), currency),
    ...sorted.corrections.map((sum) =>
      exactAmounts([sum], input.rates.get(sum.original_period), currency),
    ),
  ];
  const text = (field: "taxable" | "vat") =>
    exactString(parts.map((part) => part[field]).reduce(addExact, ZERO), currency);
  return { exact_taxable_amount: text("taxable"), exact_vat_amount: text("vat") };
}

function sinceLock(
  report: Return,
  figure: Figure,
  lock: LockedPeriod | undefined,
  leftOut: readonly LeftOut[],
) {
  const locked = figure.treatment === undefined ? lock?.warnings : lock && leftOutParts(lock);
  if (!locked || lock?.return_currency !== report.return_currency) {
    return { as_locked: null, since_lock: null };
  }
  const [today, as_locked] = [amountsOf(report, figure, leftOut), amountsOf(lock, figure, locked)];
  return {
    as_locked,
    since_lock: {
      taxable_amount_minor: today.taxable_amount_minor - as_locked.taxable_amount_minor,
      vat_amount_minor: today.vat_amount_minor - as_locked.vat_amount_minor,
      event_count_difference: today.event_count - as_locked.event_count,
    },
  };
}

/** The number of events that a return leaves out with one code, or with one code and treatment. */
type LeftOut = { readonly code: string; readonly treatment?: string; readonly count: number };

/** Returns the left-out events of a lock by treatment; undefined for a lock that has not stored them. */
function leftOutParts({ bridge, excluded_source_event_count }: LockedPeriod) {
  const parts = bridge?.lines.flatMap((line) => line.parts) ?? [];
  const count = sumOf(parts, (part) => part.count);
  return count === excluded_source_event_count ? parts : undefined;
}

type Declared = Pick<Return, "rows" | "corrections" | "late_changes" | "total_source_event_count">;

/** Adds up a figure of a return, without the late changes that are part of its corrections. */
function amountsOf(report: Declared, figure: Figure, leftOut: readonly LeftOut[] = []) {
  const { rows, corrections, late_changes } = report;
  const lines = [
    ...rows.filter((row) => isOfFigure({ part: "rows", ...row }, figure)),
    ...corrections.filter((row) => isOfFigure({ part: "corrections", ...row }, figure)),
  ];
  const late = differenceOf(
    late_changes.filter((change) => isOfFigure({ part: "corrections", ...change }, figure)),
  );
  // Rows with a net amount of zero are in no return, but their events are counted in it.
  const isWhole = Object.values(figure).every((asked) => asked === undefined);
  const event_count =
    sumOf(lines, (line) => line.event_count) -
    late.event_count_difference +
    sumOf(
      leftOut.filter(({ code, treatment }) => isOfFigure({ warning: code, treatment }, figure)),
      ({ count }) => count,
    );
  return {
    event_count: isWhole ? report.total_source_event_count : event_count,
    taxable_amount_minor:
      sumOf(lines, (line) => line.taxable_amount_minor) - late.taxable_amount_minor,
    vat_amount_minor: sumOf(lines, (line) => line.vat_amount_minor) - late.vat_amount_minor,
  };
}

const differenceOf = (changes: readonly Difference[]): Difference => ({
  taxable_amount_minor: sumOf(changes, (change) => change.taxable_amount_minor),
  vat_amount_minor: sumOf(changes, (change) => change.vat_amount_minor),
  event_count_difference: sumOf(changes, (change) => change.event_count_difference),
});

const sumOf = <Row>(rows: readonly Row[], amountOf: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + amountOf(row), 0);
