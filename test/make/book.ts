import type { PeriodKey } from "../../shared/core/ids.ts";
import { returnPartition, thresholdPartition } from "../../shared/ledger/sums/sum.ts";
import { IOSS } from "../../shared/vat/schemes/ioss.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";

/**
 * The book of sums of a quarter in the Union scheme, a month in the import scheme, or a year. Good
 * enough for tests: a further scheme with months or quarters needs its book named otherwise.
 */
export function bookNamed(period: string): string {
  if (period.includes("Q")) return returnPartition(UNION_OSS, period as PeriodKey);
  return period.includes("-")
    ? returnPartition(IOSS, period as PeriodKey)
    : thresholdPartition(period);
}
