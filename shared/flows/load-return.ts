import { type Period, periodNamed } from "../calendar/period.ts";
import type { PeriodRates } from "../exchange-rates/period-rates.ts";
import { withRecordedRates } from "../locks/recorded-rates.ts";
import type { Registration } from "../registrations/registration.ts";
import { type Coverage, coverageOf } from "../returns/coverage.ts";
import type { ReturnInput } from "../returns/draw.ts";
import type { ReturnRules } from "../returns/sort-sums.ts";
import type { Scheme } from "../schemes/scheme.ts";
import { loadPeriodRates } from "../store/exchange-rates.ts";
import { loadRecordedRates } from "../store/locked-periods.ts";
import { loadRegistrations } from "../store/registrations.ts";
import { loadSettledTallies } from "../store/settled-tallies.ts";
import { loadTallies } from "../store/tallies.ts";
import type { Tally } from "../tallies/tally.ts";
import { parseReturnKey, returnBook } from "../tallies/tally-key.ts";
import { loadPendingRecount } from "./pending-recount.ts";

/** Everything the return of a period is made of, as it stands. */
export const loadReturn = (account: string, scheme: Scheme, period: Period): Promise<ReturnInput> =>
  loadWith(account, scheme, period, loadTallies);

/** The same, and whether it may still change. */
export async function loadReturnWithRecount(account: string, scheme: Scheme, period: Period) {
  const input = await loadReturn(account, scheme, period);
  return { input, recount_pending: await loadPendingRecount(account, period) };
}

/**
 * The same with all sums as of one moment: a return that is frozen must not hold half of a commit.
 * @throws DomainError `not_ready` when the period is being written to all the time.
 */
export const loadSettledReturn = (
  account: string,
  scheme: Scheme,
  period: Period,
): Promise<ReturnInput> => loadWith(account, scheme, period, loadSettledTallies);

async function loadWith(
  account: string,
  scheme: Scheme,
  period: Period,
  talliesOf: typeof loadTallies,
): Promise<ReturnInput> {
  const [{ items }, tallies] = await Promise.all([
    loadRegistrations(account),
    talliesOf(account, returnBook(scheme, period.key)),
  ]);
  return complete(account, {
    scheme,
    period,
    registrations: items,
    coverage: coverageOf(scheme, items, period),
    tallies,
  });
}

/** The same for a caller who has the registrations, and may say which of them makes the return. */
export async function loadReturnUnder(
  account: string,
  scheme: Scheme,
  period: Period,
  registrations: readonly Registration[],
  coverage: Coverage = coverageOf(scheme, registrations, period),
): Promise<ReturnInput> {
  const tallies = await loadTallies(account, returnBook(scheme, period.key));
  return complete(account, { scheme, period, registrations, coverage, tallies });
}

/** What decides on the events of a period one by one. */
export async function loadReturnRules(
  account: string,
  scheme: Scheme,
  period: Period,
  registrations: readonly Registration[],
): Promise<ReturnRules> {
  const tallies = await loadTallies(account, returnBook(scheme, period.key));
  const rates = await loadRates(account, scheme, period, tallies);
  return {
    scheme,
    period,
    registrations,
    coverage: coverageOf(scheme, registrations, period),
    rates,
  };
}

const complete = async (
  account: string,
  report: Omit<ReturnInput, "rates">,
): Promise<ReturnInput> => ({
  ...report,
  rates: await loadRates(account, report.scheme, report.period, report.tallies),
});

/** The rates of a period and of every period that its corrections go back to. */
async function loadRates(
  account: string,
  scheme: Scheme,
  period: Period,
  tallies: readonly Tally[],
): Promise<ReadonlyMap<string, PeriodRates>> {
  const rates = await Promise.all([
    ratesOf(period),
    ...correctedPeriods(tallies).map((one) => correctedRates(account, scheme, one)),
  ]);
  return new Map(rates.map((one) => [one.period, one]));
}

const ratesOf = ({ key, lastDay }: Period): Promise<PeriodRates> => loadPeriodRates(key, lastDay);

/** What an earlier period was declared with, if it is locked. */
async function correctedRates(
  account: string,
  scheme: Scheme,
  period: Period,
): Promise<PeriodRates> {
  const [published, recorded] = await Promise.all([
    ratesOf(period),
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
