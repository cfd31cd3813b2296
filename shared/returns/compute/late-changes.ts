import type { CorrectionRow, LateChange, Return } from "../schema.ts";
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
 * have already declared.
 */
export function lateChanges(
  changed: readonly ChangedReturn[],
  declared: readonly LateChange[],
): LateChange[] {
  const sums = new Map<string, LateChange>();
  for (const { today, frozen } of changed) {
    for (const one of ownAmounts(today)) add(sums, one, 1);
    for (const one of ownAmounts(frozen)) add(sums, one, -1);
  }
  for (const one of declared) add(sums, one, -1);
  return [...sums.values()]
    .filter((one) => one.taxable_amount_minor !== 0 || one.vat_amount_minor !== 0)
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const keyOf = (one: Pick<LateChange, "original_period" | "member_state_of_consumption">): string =>
  `${one.original_period} ${one.member_state_of_consumption}`;

function add(sums: Map<string, LateChange>, one: LateChange, sign: 1 | -1): void {
  const { original_period, member_state_of_consumption } = one;
  const sum = sums.get(keyOf(one));
  sums.set(keyOf(one), {
    original_period,
    member_state_of_consumption,
    taxable_amount_minor: (sum?.taxable_amount_minor ?? 0) + sign * one.taxable_amount_minor,
    vat_amount_minor: (sum?.vat_amount_minor ?? 0) + sign * one.vat_amount_minor,
    event_count_difference: (sum?.event_count_difference ?? 0) + sign * one.event_count_difference,
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
  ...late_changes.map((one) => ({
    ...one,
    taxable_amount_minor: -one.taxable_amount_minor,
    vat_amount_minor: -one.vat_amount_minor,
    event_count_difference: -one.event_count_difference,
  })),
];

const lateChange = (
  original_period: string,
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
