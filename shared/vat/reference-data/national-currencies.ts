import type { Dated } from "../../core/calendar/dates.ts";
import type { Currency } from "../../core/money/money.ts";

/** A national currency. One that ends is replaced by the euro at an irrevocable rate (Art. 140(3) TFEU). */
type NationalCurrency = { readonly state: string; readonly currency: Currency } & (
  | { readonly valid_to?: undefined }
  | { readonly valid_to: string; readonly units_per_euro: string }
);

/**
 * The currencies other than the euro that a Member State, or Northern Ireland, has had since 2015-01-01. Lithuania, the
 * last state to adopt the euro before Croatia, adopted it on that day. A day without a row is a day with the euro.
 * `valid_to` is the last day of the national currency, with the irrevocable rate (Council Regulation (EC) No 2866/98,
 * Art. 1, as amended).
 */
export const NATIONAL_CURRENCIES: readonly (Dated & NationalCurrency)[] = [
  { state: "BG", currency: "BGN", valid_to: "2025-12-31", units_per_euro: "1.95583" },
  { state: "CZ", currency: "CZK" },
  { state: "DK", currency: "DKK" },
  { state: "HR", currency: "HRK", valid_to: "2022-12-31", units_per_euro: "7.53450" },
  { state: "HU", currency: "HUF" },
  { state: "PL", currency: "PLN" },
  { state: "RO", currency: "RON" },
  { state: "SE", currency: "SEK" },
  { state: "XI", currency: "GBP" },
];
