import type { PeriodRates } from "../../vat/exchange-rates/period-rates.ts";
import type { UsedRate } from "../schema.ts";

/**
 * The rates that corrections of a period convert with: those its locked return has on record, since
 * a correction repairs what was declared (see docs/decisions/0038). A currency without one, because
 * its rate was not known at the time, takes that of the table.
 */
export function withRecordedRates(
  published: PeriodRates,
  recorded: readonly UsedRate[],
): PeriodRates {
  const quotes = new Map(published.quotes);
  for (const { currency, rate, date, period } of recorded) {
    if (period === published.period) quotes.set(currency, { rate, date });
  }
  return { ...published, quotes };
}
