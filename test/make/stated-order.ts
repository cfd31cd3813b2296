import { exactOf } from "../../shared/imports/orders/exact-amount.ts";
import type { StatedLine, StatedOrder, StatedTax } from "../../shared/imports/orders/shop-order.ts";
import type { JudgeSettings } from "../../shared/imports/orders/sold-part.ts";
import { BUILT_IN_RATES } from "./built-in-rates.ts";

/** A line of an order in euro: its net amount, and its taxes as rate in percent and amount. */
export type TestLine = {
  readonly net: string | undefined;
  readonly taxes?: readonly (readonly [percent: number | undefined, amount: string])[];
  readonly of?: Partial<StatedLine>;
  readonly tax?: Partial<StatedTax>;
};

export const eur = (text: string) => exactOf(text, "EUR", "total");

export function statedLines(lines: readonly TestLine[], currency = "EUR"): readonly StatedLine[] {
  return lines.map(({ net, taxes = [], of, tax }, n) => ({
    id: `line ${n + 1}`,
    role: "article",
    supply_kind: "goods",
    net: net === undefined ? undefined : exactOf(net, currency, "total"),
    taxes: taxes.map(([percent, amount]) => ({
      id: percent === undefined ? `tax ${n + 1}` : `tax of ${percent}`,
      ...(percent !== undefined && { rate_bps: percent * 100 }),
      amount: exactOf(amount, currency, "total"),
      ...tax,
    })),
    ...of,
  }));
}

/** An order to France that was paid on 14 August 2026. */
export const statedOrder = (
  lines: readonly TestLine[],
  of: Partial<StatedOrder> = {},
): StatedOrder => ({
  id: "7",
  currency: "EUR",
  payment: "full",
  placed_on: "2026-08-14" as StatedOrder["placed_on"],
  channel: "web",
  place: { country: "FR", postcode: "75001", column: "country" },
  isBusiness: false,
  lines: statedLines(lines, of.currency),
  totals: {},
  step: 1,
  statesRates: true,
  ...of,
});

/** A seller of goods in Germany. */
export const JUDGED_FOR_DE: JudgeSettings = {
  source_id: "shop",
  dispatch_country: "DE",
  establishment_country: "DE",
  rates: BUILT_IN_RATES,
};
