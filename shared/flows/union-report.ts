import { type Quarter, quarterOf } from "../calendar/quarter.ts";
import type { PeriodRates } from "../exchange-rates/period-rates.ts";
import { withRecordedRates } from "../locks/recorded-rates.ts";
import type { MemberStateCode } from "../reference-data/member-states.ts";
import { DomainError } from "../refusals/errors.ts";
import { unionRegistrationFor } from "../registrations/coverage.ts";
import { type UnionPreview, type UnionReportInput, unionPreview } from "../returns/preview.ts";
import { loadPeriodRates } from "../store/exchange-rates.ts";
import { loadRecordedRates } from "../store/locked-periods.ts";
import { loadRegistrations } from "../store/registrations.ts";
import { loadTallies } from "../store/tallies.ts";
import type { Tally } from "../tallies/tally.ts";
import { parseUnionKey } from "../tallies/tally-key.ts";
import { loadSettledTallies } from "./settled-tallies.ts";

/**
 * Everything the Union return of a quarter is made of, as it stands.
 * @throws DomainError `registration_required`, `registration_conflict`
 */
export const loadUnionReport = (account: string, quarter: Quarter): Promise<UnionReportInput> =>
  unionReport(account, quarter, loadTallies);

/**
 * The same with all sums as of one moment: a return that is frozen must not hold half of a commit.
 * @throws DomainError also `not_ready`, when the quarter is being written to all the time.
 */
export const loadSettledUnionReport = (
  account: string,
  quarter: Quarter,
): Promise<UnionReportInput> => unionReport(account, quarter, loadSettledTallies);

/** Today's return of a quarter; undefined when no registration, or more than one, makes it. */
export async function loadUnionPreview(
  account: string,
  quarter: Quarter,
): Promise<UnionPreview | undefined> {
  try {
    return unionPreview(await loadUnionReport(account, quarter));
  } catch (error) {
    if (error instanceof DomainError && REGISTRATION_FAULTS.has(error.code)) return undefined;
    throw error;
  }
}

const REGISTRATION_FAULTS = new Set<string>(["registration_required", "registration_conflict"]);

async function unionReport(account: string, quarter: Quarter, talliesOf: typeof loadTallies) {
  const [registrations, tallies] = await Promise.all([
    loadRegistrations(account),
    talliesOf(account, quarter.key),
  ]);
  const { member_state_identification } = unionRegistrationFor(registrations.items, quarter);
  return withRates(account, { quarter, member_state_identification, tallies });
}

/** The return of a quarter as `member_state_identification` would get it, whoever got it then. */
export const loadUnionReportTo = async (
  account: string,
  quarter: Quarter,
  member_state_identification: MemberStateCode,
): Promise<UnionReportInput> =>
  withRates(account, {
    quarter,
    member_state_identification,
    tallies: await loadTallies(account, quarter.key),
  });

async function withRates(
  account: string,
  report: Omit<UnionReportInput, "rates">,
): Promise<UnionReportInput> {
  const { quarter, tallies } = report;
  const rates = await Promise.all([
    ratesOf(quarter),
    ...correctedQuarters(tallies).map((corrected) => correctedRates(account, corrected)),
  ]);
  const byPeriod = new Map(rates.map((one) => [one.period, one]));
  return { ...report, rates: byPeriod };
}

const ratesOf = ({ key, lastDay }: Quarter): Promise<PeriodRates> => loadPeriodRates(key, lastDay);

/** What an earlier quarter was declared with, if it is locked. */
async function correctedRates(account: string, quarter: Quarter): Promise<PeriodRates> {
  const [published, recorded] = await Promise.all([
    ratesOf(quarter),
    loadRecordedRates(account, quarter.key),
  ]);
  return withRecordedRates(published, recorded);
}

/** The earlier quarters that corrections go back to. */
function correctedQuarters(tallies: readonly Tally[]): Quarter[] {
  const keys = tallies
    .map(({ key }) => parseUnionKey(key))
    .filter((key) => key.family === "correction");
  const periods = new Set(keys.map((key) => key.original_period));
  return [...periods].map(quarterOf).filter((quarter) => quarter !== undefined);
}
