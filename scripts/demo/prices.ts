import { type IsoDate, type Period, publicationDayOn } from "../../shared/core/calendar/dates.ts";
import { LOCAL_CURRENCIES, PRICE_LEVELS } from "./catalogue.ts";
import { classRate } from "./class-rate.ts";
import type { Dice } from "./dice.ts";

/** The facts that the VAT of a sale depends on. */
type Priced = {
  readonly tax_class_id: string;
  readonly consumption_country: string;
  readonly supply_date: IsoDate;
};

/** Returns the amounts of a sale at this price. Consumer prices include VAT. */
export function amountsAt(gross_minor: number, currency: string, sold: Priced) {
  const { tax_class_id, consumption_country, supply_date } = sold;
  const rate = classRate(tax_class_id, consumption_country, supply_date);
  const { vat_rate_bps } = rate;
  const vat_amount_minor = Math.round((gross_minor * vat_rate_bps) / (10_000 + vat_rate_bps));
  const taxable_amount_minor = gross_minor - vat_amount_minor;
  return { currency, taxable_amount_minor, vat_amount_minor, ...rate };
}

/** Returns a price tag such as 24.99 in euro, or a similar price in another currency. */
export function priceTag(dice: Dice, [least, most]: readonly [number, number], currency: string) {
  const price = dice.whole(least, most) * (PRICE_LEVELS[currency] ?? 1);
  return Math.ceil(price / 100) * 100 - 1;
}

export const localCurrency = (country: string): string => LOCAL_CURRENCIES[country] ?? "EUR";

/**
 * Returns the currency of a sale in the period: the customer's, or the euro if the rates that convert the period are
 * later than the last known ones. A rate is never estimated, so a return would leave out the sale otherwise.
 */
export const knownCurrency = (
  currency: string,
  { lastDay }: Period,
  ratesUntil: IsoDate,
): string => (publicationDayOn(lastDay) <= ratesUntil ? currency : "EUR");
