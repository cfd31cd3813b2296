import { type Period, periodNamed } from "../calendar/period.ts";
import type { PeriodRates } from "../exchange-rates/period-rates.ts";
import { withRecordedRates } from "../locks/recorded-rates.ts";
import type { Scheme } from "../schemes/scheme.ts";
import { loadPeriodRates } from "../store/exchange-rates.ts";
import { loadRecordedRates } from "../store/locked-periods.ts";
import type { Tally } from "../tallies/tally.ts";
import { parseReturnKey } from "../tallies/tally-key.ts";

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
