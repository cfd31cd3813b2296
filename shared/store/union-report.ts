import { type Quarter, quarterOf } from "../calendar/quarter.ts";
import type { PeriodRates } from "../money/period-rates.ts";
import type { UnionReportInput } from "../oss/preview.ts";
import { unionRegistrationFor } from "../registrations/coverage.ts";
import type { Tally } from "../tallies/tally.ts";
import { parseUnionKey } from "../tallies/tally-key.ts";
import { loadPeriodRates } from "./exchange-rates.ts";
import { loadRegistrations } from "./registrations.ts";
import { loadTallies } from "./tallies.ts";

/**
 * Everything the Union return of a quarter is made of.
 * @throws DomainError `registration_required`, `registration_conflict`
 */
export async function loadUnionReport(
  account: string,
  quarter: Quarter,
): Promise<UnionReportInput> {
  const [registrations, tallies] = await Promise.all([
    loadRegistrations(account),
    loadTallies(account, quarter.key),
  ]);
  const { member_state_identification } = unionRegistrationFor(registrations.items, quarter);
  const quarters = [quarter, ...correctedQuarters(tallies)];
  const rates = await Promise.all(quarters.map(ratesOf));
  return { quarter, member_state_identification, tallies, rates: new Map(rates) };
}

const ratesOf = async ({ key, lastDay }: Quarter): Promise<[string, PeriodRates]> => [
  key,
  await loadPeriodRates(key, lastDay),
];

/** The earlier quarters that corrections go back to. */
function correctedQuarters(tallies: readonly Tally[]): Quarter[] {
  const keys = tallies
    .map(({ key }) => parseUnionKey(key))
    .filter((key) => key.family === "correction");
  const periods = new Set(keys.map((key) => key.original_period));
  return [...periods].map(quarterOf).filter((quarter) => quarter !== undefined);
}
