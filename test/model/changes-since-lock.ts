import type { QuarterReturn } from "./quarter-return.ts";
import { totalsOf } from "./return-sums.ts";

type Totals = ReturnType<typeof totalsOf>;

const NOTHING: Totals = {
  taxable_minor: 0,
  current_vat_minor: 0,
  correction_vat_minor: 0,
  payable_vat_minor: 0,
};

/** How today's return differs from the frozen one; null when the two cannot be compared. */
export function changesSince(frozen: QuarterReturn, today: QuarterReturn | string) {
  if (typeof today === "string" || today.return_currency !== frozen.return_currency) return null;
  const states = new Set(
    [...today.balances, ...frozen.balances].map((one) => one.member_state_of_consumption),
  );
  return {
    changed: declared(today) !== declared(frozen),
    source_event_count_difference: today.total_source_event_count - frozen.total_source_event_count,
    totals: minus(today.totals, frozen.totals),
    member_states: [...states]
      .sort()
      .map((state) => ({
        member_state_of_consumption: state,
        ...minus(amountsOf(today, state), amountsOf(frozen, state)),
      }))
      .filter(({ member_state_of_consumption, ...amounts }) =>
        Object.values(amounts).some((amount) => amount !== 0),
      ),
  };
}

const minus = (a: Totals, b: Totals): Totals => ({
  taxable_minor: a.taxable_minor - b.taxable_minor,
  current_vat_minor: a.current_vat_minor - b.current_vat_minor,
  correction_vat_minor: a.correction_vat_minor - b.correction_vat_minor,
  payable_vat_minor: a.payable_vat_minor - b.payable_vat_minor,
});

/** What one Member State gets; what it owes is negative, and set off nowhere. */
function amountsOf({ rows, corrections }: QuarterReturn, state: string): Totals {
  const ofState = (row: { member_state_of_consumption: string }) =>
    row.member_state_of_consumption === state;
  const totals = totalsOf(rows.filter(ofState), corrections.filter(ofState));
  const payable_vat_minor = totals.current_vat_minor + totals.correction_vat_minor;
  return { ...NOTHING, ...totals, payable_vat_minor };
}

/** Everything that is declared and left out. */
const declared = (one: QuarterReturn): string =>
  JSON.stringify([
    one.member_state_identification,
    texts(one.rows),
    texts(one.corrections),
    texts(one.warnings),
    one.total_source_event_count,
    one.included_source_event_count,
  ]);

const texts = (rows: readonly object[]): string[] =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
