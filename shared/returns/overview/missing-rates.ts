import * as z from "zod";
import type { IsoDate } from "../../core/calendar/dates.ts";
import { IsoDate as Day } from "../../core/calendar/schema.ts";
import { type Currency, jsonInteger } from "../../core/money/money.ts";
import { parseReturnKey } from "../../ledger/sums/sum.ts";
import { type PeriodRates, quoteFor } from "../../vat/exchange-rates/period-rates.ts";
import type { Covered } from "../compute/compute.ts";
import { Count } from "../schema.ts";

export const MissingRates = z
  .strictObject({
    publication_day: Day.describe(
      "The day whose rates convert the amounts, as the ECB publishes them",
    ),
    day_stored: z.boolean().describe("True if other currencies have a rate of the day"),
    currencies: z
      .array(z.string())
      .describe("Currencies without a rate of the day; the return's own may be one of them"),
    event_count: Count.describe("Number of events that the return leaves out without these rates"),
  })
  .meta({ id: "MissingRates", description: "A day whose ECB rates a return lacks" });
type MissingRates = z.output<typeof MissingRates>;

/**
 * Returns the days whose rates a return lacks (Art. 369h, 369v VAT Directive), in order. A correction lacks those of its
 * original period. A day that is not over is not missing: its rates are still to be published.
 */
export function missingRates(
  { sorted, input, report: { return_currency } }: Covered,
  today: IsoDate,
): MissingRates[] {
  const lacking = sorted.excluded
    .filter(({ code }) => code === "missing_exchange_rate_excluded")
    .map(({ key, count }) => ({ ...lackOf(key, input, return_currency), count }));
  return [...Map.groupBy(lacking, ({ rates }) => rates.day)]
    .filter(([day]) => day < today)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([publication_day, ofDay]) => ({
      publication_day,
      day_stored: ofDay.some(({ rates }) => isStored(rates)),
      currencies: [...new Set(ofDay.flatMap(({ currencies }) => currencies))].sort(),
      event_count: jsonInteger(ofDay.reduce((sum, { count }) => sum + count, 0n)),
    }));
}

/** Returns the rates that a sum converts with, and the currencies that they lack. */
function lackOf(sumKey: string, input: Covered["input"], return_currency: Currency) {
  const key = parseReturnKey(sumKey);
  if (key.family !== "line" && key.family !== "correction") {
    throw new RangeError(`${sumKey} does not convert`);
  }
  const period = key.family === "line" ? input.period.key : key.original_period;
  const rates = input.rates.get(period);
  if (!rates) throw new RangeError(`rates of ${period} were not loaded`);
  const currencies = [key.currency, return_currency].filter((code) => !quoteFor(rates, code));
  return { rates, currencies };
}

/** True if a rate of the day itself is known; a replaced currency has an older one. */
const isStored = ({ quotes, day }: PeriodRates): boolean =>
  [...quotes.values()].some(({ date }) => date === day);
