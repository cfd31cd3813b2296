import { type Month, monthKeyOn, monthOf, monthsOf } from "../calendar/month.ts";
import { type Quarter, quarterOf } from "../calendar/quarter.ts";
import { type Filtered, FOUND_BY_REPORTS } from "../ledger/listing.ts";
import { DomainError } from "../refusals/errors.ts";
import { sortedUnionTallies } from "../returns/preview.ts";
import { exclusionOfEvent } from "../returns/window.ts";
import { loadRegistrations } from "../store/registrations.ts";
import { loadImportRules } from "./import-report.ts";
import { loadUnionReport } from "./union-report.ts";

type IsExcluded = (event: Filtered) => boolean;

/**
 * Tells the events that the reports of a period exclude as `code`, those included that only a report
 * can exclude: for a missing exchange rate, as a service taxed in the Member State of identification,
 * outside a registration. A quarter is of the Union scheme and of three months of the import scheme,
 * a month of the import scheme alone. Without a period nothing is excluded by a report.
 */
export async function loadReportExclusion(
  account: string,
  period: string | undefined,
  code: string | undefined,
): Promise<IsExcluded> {
  if (period === undefined || code === undefined) return () => false;
  const quarter = quarterOf(period);
  const months = quarter ? monthsOf(quarter) : [monthOf(period)];
  const [inUnion, inImports] = await Promise.all([
    quarter ? unionExclusion(account, quarter, code) : () => false,
    importExclusion(
      account,
      months.filter((month) => month !== undefined),
      code,
    ),
  ]);
  return (event) => (event.supply_kind === "imported_goods" ? inImports(event) : inUnion(event));
}

/** Nothing, where no registration makes a report. */
async function unionExclusion(
  account: string,
  quarter: Quarter,
  code: string,
): Promise<IsExcluded> {
  try {
    const { excluded } = sortedUnionTallies(await loadUnionReport(account, quarter));
    const keys = new Set(excluded.filter((sum) => sum.code === code).map((sum) => sum.key));
    return (event) => keys.has(event.counted_as);
  } catch (error) {
    if (error instanceof DomainError) return () => false;
    throw error;
  }
}

async function importExclusion(
  account: string,
  months: readonly Month[],
  code: string,
): Promise<IsExcluded> {
  if (!FOUND_BY_REPORTS.has(code)) return () => false;
  const { items } = await loadRegistrations(account);
  const rules = await Promise.all(months.map((month) => loadImportRules(account, month, items)));
  const byMonth = new Map(rules.map((one) => [one.month.key, one]));
  return (event) => {
    const ofMonth = byMonth.get(monthKeyOn(event.supply_date));
    return ofMonth !== undefined && exclusionOfEvent(event, ofMonth) === code;
  };
}
