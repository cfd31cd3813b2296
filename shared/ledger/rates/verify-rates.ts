import type { EcbDay } from "../../vat/exchange-rates/ecb-csv.ts";
import { compareRates, type RateComparison } from "../../vat/exchange-rates/rate-differences.ts";
import { loadStoredDays } from "./store-rates.ts";

/** Compares all stored rates with the published ones. */
export async function verifyRates(published: readonly EcbDay[]): Promise<RateComparison> {
  const days = published.map(({ day }) => day).sort();
  const [first, last] = [days[0], days.at(-1)];
  return compareRates(first && last ? await loadStoredDays(first, last) : [], published);
}
