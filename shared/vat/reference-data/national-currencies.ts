import type { Dated } from "./on-date.ts";

/** A currency ends in the euro alone, at a rate that is fixed for good (Art. 140(3) TFEU). */
type NationalCurrency = { readonly state: string; readonly currency: string } & (
  | { readonly valid_to?: undefined }
  | { readonly valid_to: string; readonly units_per_euro: string }
);

/**
 * The currencies other than the euro that a Member State, or Northern Ireland, has had since
 * 2015-01-01, when Lithuania was the last to enter the euro before Croatia; a day without a row is a
 * day in the euro. A state enters the euro by `valid_to`, the last day of its own currency, and the
 * irrevocable rate (Council Regulation (EC) No 2866/98, Art. 1, as amended).
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
