import type { LateChange } from "../../shared/returns/schema.ts";
import type { QuarterReturn } from "./quarter-return.ts";
import { balancesOf, totalsOf } from "./return-sums.ts";

type Correction = QuarterReturn["corrections"][number];

/**
 * A return with the changes of locked ones that it declares. Which those are is left to
 * test/integration/returns/declared-once, which counts them: the model knows no declarations. That they are added to the
 * corrections of the same period and Member State, and to nothing else, it does know.
 */
export function withLateChanges(drawn: QuarterReturn, late: readonly LateChange[]): QuarterReturn {
  const own: Correction[] = [
    ...drawn.corrections,
    ...late.map(({ event_count_difference, ...one }) => ({
      ...one,
      event_count: event_count_difference,
    })),
  ];
  const keyOf = (amount: Correction) =>
    `${amount.original_period} ${amount.member_state_of_consumption}`;
  const corrections = [...Map.groupBy(own, keyOf).values()]
    .map((all) => all.reduce(added))
    .filter((row) => row.taxable_amount_minor !== 0 || row.vat_amount_minor !== 0);
  return {
    ...drawn,
    corrections,
    totals: totalsOf(drawn.rows, corrections),
    balances: balancesOf(drawn.rows, corrections),
  };
}

const added = (amount: Correction, other: Correction): Correction => ({
  ...amount,
  taxable_amount_minor: amount.taxable_amount_minor + other.taxable_amount_minor,
  vat_amount_minor: amount.vat_amount_minor + other.vat_amount_minor,
  event_count: amount.event_count + other.event_count,
});
