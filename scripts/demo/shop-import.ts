import { type IsoDate, plusDays } from "../../shared/core/calendar/iso-date.ts";
import { decimalString } from "../../shared/core/money/decimal-string.ts";
import { amountsAt } from "./prices.ts";
import type { Story } from "./story.ts";

export const SHOP_IMPORT = { source_id: "phone-orders", format: "events_csv" } as const;

/** Destination and price, in euro cents. */
const ORDERS = [
  ["DE", 4_900],
  ["DE", 12_900],
  ["NL", 3_500],
  ["FI", 8_990],
  ["FR", 2_490],
  ["IT", 15_900],
  ["AT", 4_250],
  ["ES", 6_990],
  ["IE", 1_990],
  ["BE", 5_490],
] as const;

/**
 * Returns a shop's export with days in the open quarters: ten orders, one repeated order, one without a destination,
 * and one with a rate written as a fraction.
 */
export function shopFile({ ready }: Story, today: IsoDate): string {
  const rows = ORDERS.map(([country, price_minor], index) => {
    const supply_date = later(plusDays(today, -2 - 3 * index), plusDays(ready.lastDay, 1));
    const sold = { tax_class_id: "standard", consumption_country: country, supply_date };
    const { taxable_amount_minor, vat_amount_minor, vat_rate_bps } = amountsAt(
      price_minor,
      "EUR",
      sold,
    );
    const amounts = [taxable_amount_minor, vat_amount_minor].map((one) =>
      decimalString(one, "EUR"),
    );
    return [numberOf(index), supply_date, country, ...amounts, String(vat_rate_bps / 100)];
  });
  const [first = [], second = [], third = []] = rows;
  const odd = [
    first,
    changed(second, { 0: numberOf(ORDERS.length), 2: "XX" }),
    changed(third, { 0: numberOf(ORDERS.length + 1), 5: "0.21" }),
  ];
  return `${[HEAD, ...[...rows, ...odd].map(lineOf)].join("\n")}\n`;
}

const HEAD =
  "event_id,event_type,supply_kind,dispatch_country,currency,supply_date,consumption_country,taxable_amount,vat_amount,vat_rate";

const lineOf = ([id, ...others]: readonly string[]): string =>
  [id, "sale", "goods", "SE", "EUR", ...others].join(",");

const numberOf = (index: number): string => `telephone-${1001 + index}`;

const changed = (row: readonly string[], cells: Readonly<Record<number, string>>): string[] =>
  row.map((cell, index) => cells[index] ?? cell);

const later = (one: IsoDate, other: IsoDate): IsoDate => (one > other ? one : other);
