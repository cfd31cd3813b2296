import * as z from "zod";
import type { Period } from "../../core/calendar/dates.ts";
import { PeriodKey as Key } from "../../core/calendar/schema.ts";
import type { PeriodKey } from "../../core/ids.ts";
import { KnownCurrency } from "../../core/input/fields.ts";
import type { Currency } from "../../core/money/money.ts";
import { DIRECT_REASONS, type DirectReason } from "../../ledger/events/declared-in.ts";
import { isInTime } from "../../vat/schemes/common-exclusions.ts";
import { SchemeType } from "../../vat/seller/registration.ts";
import {
  type Balance,
  type BelowZero,
  type CorrectionRow,
  LateChange,
  type Return,
  State,
} from "../schema.ts";
import type { ComputedReturn } from "./compute.ts";

/** The amounts of a return by period and Member State: rows for its own period, corrections for others. */
type DeclaringReturn = Pick<Return, "period_key" | "rows" | "corrections" | "late_changes">;

/** A locked return that may have changed: its current and its frozen amounts. */
export type ChangedReturn = { readonly today: DeclaringReturn; readonly frozen: DeclaringReturn };

/**
 * Compares a locked return with the current one. If no registration in that Member State makes the return any more, its
 * current amounts are empty. Undefined if several registrations would make it, so that the amounts are unknown.
 */
export function changedReturn(frozen: Frozen, today: ComputedReturn): ChangedReturn | undefined {
  if (today.status === "registration_conflict") return undefined;
  const report = today.status === "covered" ? today.report : undefined;
  if (report?.member_state_identification === frozen.member_state_identification) {
    return { today: report, frozen };
  }
  const { period_key } = frozen;
  return { today: { period_key, rows: [], corrections: [], late_changes: [] }, frozen };
}

type Frozen = DeclaringReturn & Pick<Return, "member_state_identification">;

/**
 * Returns the changes of locked returns since their lock that no return has declared yet (Art. 369g(4), 369t(2) VAT
 * Directive). Each is the current amount of a locked period and Member State, minus everything that locked returns have
 * declared for them. `changed` are all locked returns with changes; `declared` are the late changes that locked returns
 * have already declared. With `correcting`, those that a return of that period may still declare: a changed return may
 * have corrected a period that this one may not.
 */
export function lateChanges(
  changed: readonly ChangedReturn[],
  declared: readonly LateChange[],
  correcting?: Period,
): LateChange[] {
  const sums = new Map<string, LateChange>();
  for (const { today, frozen } of changed) {
    for (const amount of ownAmounts(today)) add(sums, amount, 1);
    for (const amount of ownAmounts(frozen)) add(sums, amount, -1);
  }
  for (const amount of declared) add(sums, amount, -1);
  return [...sums.values()]
    .filter((amount) => amount.taxable_amount_minor !== 0 || amount.vat_amount_minor !== 0)
    .filter((amount) => !correcting || isInTime(amount, correcting))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const keyOf = (
  change: Pick<LateChange, "original_period" | "member_state_of_consumption">,
): string => `${change.original_period} ${change.member_state_of_consumption}`;

function add(sums: Map<string, LateChange>, amount: LateChange, sign: 1 | -1): void {
  const { original_period, member_state_of_consumption } = amount;
  const sum = sums.get(keyOf(amount));
  sums.set(keyOf(amount), {
    original_period,
    member_state_of_consumption,
    taxable_amount_minor: (sum?.taxable_amount_minor ?? 0) + sign * amount.taxable_amount_minor,
    vat_amount_minor: (sum?.vat_amount_minor ?? 0) + sign * amount.vat_amount_minor,
    event_count_difference:
      (sum?.event_count_difference ?? 0) + sign * amount.event_count_difference,
  });
}

/** Returns the amounts of a return from its own events: rows and linked corrections, without late changes. */
export const ownAmounts = ({
  period_key,
  rows,
  corrections,
  late_changes,
}: DeclaringReturn): LateChange[] => [
  ...rows.map((row) => lateChange(period_key, row)),
  ...corrections.map((row) => lateChange(row.original_period, row)),
  ...late_changes.map((amount) => ({
    ...amount,
    taxable_amount_minor: -amount.taxable_amount_minor,
    vat_amount_minor: -amount.vat_amount_minor,
    event_count_difference: -amount.event_count_difference,
  })),
];

const lateChange = (
  original_period: PeriodKey,
  row: Omit<CorrectionRow, "original_period">,
): LateChange => ({
  original_period,
  member_state_of_consumption: row.member_state_of_consumption,
  taxable_amount_minor: row.taxable_amount_minor,
  vat_amount_minor: row.vat_amount_minor,
  event_count_difference: row.event_count,
});

/** Returns part 3 of a return: its linked corrections, with the late changes of the same key added. */
export function withLateChanges(
  corrections: readonly CorrectionRow[],
  late: readonly LateChange[],
): CorrectionRow[] {
  const merged = new Map(corrections.map((row) => [keyOf(row), row]));
  for (const { event_count_difference, ...change } of late) {
    const row = merged.get(keyOf(change));
    merged.set(keyOf(change), {
      ...change,
      taxable_amount_minor: change.taxable_amount_minor + (row?.taxable_amount_minor ?? 0),
      vat_amount_minor: change.vat_amount_minor + (row?.vat_amount_minor ?? 0),
      event_count: event_count_difference + (row?.event_count ?? 0),
    });
  }
  return [...merged]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)
    .filter((row) => row.taxable_amount_minor !== 0 || row.vat_amount_minor !== 0);
}

/**
 * Returns the corrections that reduce the amount declared for their quarter and Member State below zero; a portal may
 * reject them. `earlier` are the returns from the oldest corrected quarter to the one before this return, in the same
 * currency.
 */
export function belowZero(preview: Return, earlier: readonly DeclaredBefore[]): BelowZero[] {
  return correctionsOf(preview).flatMap((row) => {
    const declared = declaredVat(row, preview, earlier);
    const resulting = declared + row.vat_amount_minor;
    if (resulting >= 0) return [];
    return [
      {
        original_period: row.original_period,
        member_state_of_consumption: row.member_state_of_consumption,
        declared_vat_minor: declared,
        correction_vat_minor: row.vat_amount_minor,
        resulting_vat_minor: resulting,
        event_count: eventsCorrecting(row, [preview, ...earlier]),
      },
    ];
  });
}

/** The amounts of an earlier return by period and Member State, computed from the ledger or filed elsewhere. */
export type DeclaredBefore = {
  readonly period_key: PeriodKey;
  readonly balances: readonly Pick<Balance, "member_state_of_consumption" | "current_vat_minor">[];
  /** Without a number of events in returns filed elsewhere. */
  readonly corrections: readonly (Corrected &
    Pick<CorrectionRow, "vat_amount_minor"> &
    Partial<Pick<CorrectionRow, "event_count">>)[];
  readonly late_changes: readonly LateChange[];
};

/** Returns the corrections that reduce VAT. */
const correctionsOf = ({ corrections }: Return) =>
  corrections.filter((row) => row.vat_amount_minor < 0);

/** Returns the oldest quarter whose VAT this return reduces; undefined if there is none. Corrections are sorted by quarter. */
export const oldestCorrected = (preview: Return): string | undefined =>
  correctionsOf(preview)[0]?.original_period;

type Corrected = {
  readonly original_period: PeriodKey;
  readonly member_state_of_consumption: string;
};

const isOf =
  ({ original_period, member_state_of_consumption }: Corrected) =>
  (row: Corrected): boolean =>
    row.original_period === original_period &&
    row.member_state_of_consumption === member_state_of_consumption;

const eventsCorrecting = (
  corrected: Corrected,
  returns: readonly Pick<DeclaredBefore, "corrections">[],
): number =>
  returns
    .flatMap(({ corrections }) => corrections.filter(isOf(corrected)))
    .reduce((sum, { event_count = 0 }) => sum + Math.max(0, event_count), 0);

function declaredVat(
  corrected: Corrected,
  preview: Return,
  earlier: readonly DeclaredBefore[],
): number {
  const { original_period, member_state_of_consumption } = corrected;
  const ofState = (row: { readonly member_state_of_consumption: string }) =>
    row.member_state_of_consumption === member_state_of_consumption;
  const current = earlier
    .filter((declaredBefore) => declaredBefore.period_key === original_period)
    .flatMap(({ balances }) => balances.filter(ofState))
    .map(({ current_vat_minor }) => ({ vat_amount_minor: current_vat_minor }));
  const ofPeriod = isOf(corrected);
  const since = earlier.flatMap((declaredBefore) => declaredBefore.corrections).filter(ofPeriod);
  // A changed return is computed from the current ledger, so its late changes are already included.
  const late = [preview, ...earlier]
    .flatMap((declaredBefore) => declaredBefore.late_changes)
    .filter(ofPeriod);
  return vatOf(current) + vatOf(since) - vatOf(late);
}

const vatOf = (rows: readonly { readonly vat_amount_minor: number }[]): number =>
  rows.reduce((sum, row) => sum + row.vat_amount_minor, 0);

type RowAmounts = { readonly taxable_amount_minor: number; readonly vat_amount_minor: number };

/** True if a row is below zero: more was refunded than sold at one rate, and portals may reject it. */
export const isNegativeRow = (row: RowAmounts): boolean =>
  row.taxable_amount_minor < 0 || row.vat_amount_minor < 0;

export const negativeRowCount = (rows: readonly RowAmounts[]): number =>
  rows.filter(isNegativeRow).length;

export const DirectDeclaration = z
  .strictObject({
    scheme_type: SchemeType,
    original_period: Key,
    member_state_of_consumption: State,
    member_state_identification: State.describe("Member State that the return was filed in"),
    return_currency: KnownCurrency,
    taxable_amount_minor: LateChange.shape.taxable_amount_minor,
    vat_amount_minor: LateChange.shape.vat_amount_minor,
    event_count_difference: LateChange.shape.event_count_difference,
    reason: z
      .enum(DIRECT_REASONS)
      .describe(
        "Reason why no return declares it. `after_three_years`: its return was due more than three years ago (Art. 61(2) CIR 282/2011); `former_registration`: the registration that declared it makes no return any more (Art. 61a); `former_currency`: the returns are in another currency now",
      ),
  })
  .meta({
    id: "DirectDeclaration",
    description:
      "A change of a declared return that no return declares any more. Declare it to the Member State of consumption directly",
  });
export type DirectDeclaration = z.output<typeof DirectDeclaration>;

/** Declared returns of one Member State of identification and currency, some of which no return corrects any more. */
type DirectGroup = {
  readonly scheme_type: DirectDeclaration["scheme_type"];
  readonly member_state_identification: string;
  readonly return_currency: Currency;
  /** The reasons by period. */
  readonly reasons: ReadonlyMap<string, DirectReason>;
  /** All changed returns of the group. */
  readonly changed: readonly ChangedReturn[];
  /** The late changes that locked returns have declared, and those that open returns declare. */
  readonly declared: readonly LateChange[];
};

/**
 * Returns what is left of the changes of a group once all returns have declared theirs. The sum over the whole group is
 * right where one period corrects another, of which only one can still be corrected.
 */
export function directDeclarations(group: DirectGroup): DirectDeclaration[] {
  const { scheme_type, member_state_identification, return_currency, reasons } = group;
  const [fallback = "after_three_years"] = reasons.values();
  return lateChanges(group.changed, group.declared).map((amount) => ({
    scheme_type,
    original_period: amount.original_period as DirectDeclaration["original_period"],
    member_state_of_consumption:
      amount.member_state_of_consumption as DirectDeclaration["member_state_of_consumption"],
    member_state_identification:
      member_state_identification as DirectDeclaration["member_state_identification"],
    return_currency,
    taxable_amount_minor: amount.taxable_amount_minor,
    vat_amount_minor: amount.vat_amount_minor,
    event_count_difference: amount.event_count_difference,
    reason: reasons.get(amount.original_period) ?? fallback,
  }));
}
