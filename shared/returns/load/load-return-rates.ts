import { type Period, periodNamed } from "../../core/calendar/period.ts";
import { loadPeriodRates } from "../../ledger/rates/store-rates.ts";
import type { Tally } from "../../ledger/sums/sum.ts";
import { parseReturnKey } from "../../ledger/sums/sum-key.ts";
import type { PeriodRates } from "../../vat/exchange-rates/period-rates.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { loadRecordedRates } from "../locks/locked-periods.ts";
import { withRecordedRates } from "../locks/recorded-rates.ts";

/** The rates of a period, unless they are known, and of every period that its corrections go back to. */
export async function loadReturnRates(
  account: string,
  scheme: Scheme,
  period: Period,
  tallies: readonly Tally[],
  own: PeriodRates | Promise<PeriodRates> = loadPeriodRates(period),
): Promise<ReadonlyMap<string, PeriodRates>> {
  const rates = await Promise.all([
    own,
    ...correctedPeriods(tallies).map((one) => correctedRates(account, scheme, one)),
  ]);
  return new Map(rates.map((one) => [one.period, one]));
}

/** What an earlier period was declared with, if it is locked. */
async function correctedRates(
  account: string,
  scheme: Scheme,
  period: Period,
): Promise<PeriodRates> {
  const [published, recorded] = await Promise.all([
    loadPeriodRates(period),
    loadRecordedRates(account, scheme.id, period.key),
  ]);
  return withRecordedRates(published, recorded);
}

/** The earlier periods that corrections go back to. */
function correctedPeriods(tallies: readonly Tally[]): Period[] {
  const keys = tallies
    .map(({ key }) => parseReturnKey(key))
    .filter((key) => key.family === "correction");
  const periods = new Set(keys.map((key) => key.original_period));
  return [...periods].map(periodNamed).filter((period) => period !== undefined);
}
