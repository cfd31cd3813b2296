import { DomainError } from "../api/errors.ts";
import { quarterOf } from "../calendar/quarter.ts";
import { sortedUnionTallies } from "../oss/preview.ts";
import { loadUnionReport } from "./union-report.ts";

/**
 * The sums of a quarter that its Union report excludes as `code`, those included that only a report
 * can exclude: a missing exchange rate, a service taxed in the Member State of identification. Empty
 * for a month, and where no registration makes a report.
 */
export async function loadExcludedKeys(
  account: string,
  period: string | undefined,
  code: string | undefined,
): Promise<ReadonlySet<string>> {
  const quarter = period === undefined ? undefined : quarterOf(period);
  if (!quarter || code === undefined) return new Set();
  try {
    const { excluded } = sortedUnionTallies(await loadUnionReport(account, quarter));
    return new Set(excluded.filter((sum) => sum.code === code).map((sum) => sum.key));
  } catch (error) {
    if (error instanceof DomainError) return new Set();
    throw error;
  }
}
