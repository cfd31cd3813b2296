import { signed } from "./findings.ts";
import { type Fraction, NOTHING, plus, rounded } from "./fraction.ts";
import { type Booked, converted, type Rate } from "./world.ts";

/** An event that stands in a return, with the period and the rates it converts with. */
export type Included = {
  readonly event: Booked;
  readonly period: string;
  readonly rates: ReadonlyMap<string, Rate>;
};

export type Amounts = {
  readonly taxable_amount_minor: number;
  readonly vat_amount_minor: number;
  readonly event_count: number;
};

/** One row for each key: its events converted one by one, added exactly, rounded once. */
export function rowsBy<Key extends object>(
  events: readonly Included[],
  currency: string,
  keyOf: (included: Included) => Key,
): (Key & Amounts)[] {
  const groups = Map.groupBy(events, (included) => JSON.stringify(keyOf(included)));
  return [...groups]
    .map(([key, group]) => ({ ...(JSON.parse(key) as Key), ...amountsOf(group, currency) }))
    .filter((row) => row.taxable_amount_minor !== 0 || row.vat_amount_minor !== 0);
}

function amountsOf(group: readonly Included[], currency: string): Amounts {
  const sum = (amount: "taxable" | "vat") =>
    rounded(
      group
        .map(
          ({ event, rates }) =>
            converted(signed(event)[amount], event.given.currency, currency, rates) as Fraction,
        )
        .reduce(plus, NOTHING),
    );
  return {
    taxable_amount_minor: sum("taxable"),
    vat_amount_minor: sum("vat"),
    event_count: group.length,
  };
}

type StateRow = Amounts & { readonly member_state_of_consumption: string };

const added = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

export function balancesOf(rows: readonly StateRow[], corrections: readonly StateRow[]) {
  const states = new Set([...rows, ...corrections].map((row) => row.member_state_of_consumption));
  return [...states].sort().map((state) => {
    const vatOf = (list: readonly StateRow[]) =>
      added(
        list
          .filter((row) => row.member_state_of_consumption === state)
          .map((row) => row.vat_amount_minor),
      );
    const current_vat_minor = vatOf(rows);
    const correction_vat_minor = vatOf(corrections);
    const payable_vat_minor = current_vat_minor + correction_vat_minor;
    return {
      member_state_of_consumption: state,
      current_vat_minor,
      correction_vat_minor,
      payable_vat_minor,
      included_in_grand_total: payable_vat_minor > 0,
    };
  });
}

export const totalsOf = (rows: readonly StateRow[], corrections: readonly StateRow[]) => ({
  taxable_minor: added(rows.map((row) => row.taxable_amount_minor)),
  current_vat_minor: added(rows.map((row) => row.vat_amount_minor)),
  correction_vat_minor: added(corrections.map((row) => row.vat_amount_minor)),
  payable_vat_minor: added(
    balancesOf(rows, corrections).map(({ payable_vat_minor }) => Math.max(0, payable_vat_minor)),
  ),
});

/** Every rate that was needed: that of each foreign currency, and that of the return's own. */
export function usedRates(events: readonly Included[], currency: string) {
  const used = events
    .filter(({ event }) => event.given.currency !== currency)
    .flatMap(({ event, period, rates }) =>
      [event.given.currency, currency]
        .filter((one) => one !== "EUR")
        .map((one) => ({ currency: one, ...(rates.get(one) as Rate), period })),
    );
  return [...new Map(used.map((one) => [`${one.period} ${one.currency}`, one])).values()];
}

/** How many events were left out for each reason. */
export const countedBy = (codes: readonly string[]) =>
  [...Map.groupBy(codes, (code) => code)].map(([code, all]) => ({ code, count: all.length }));
