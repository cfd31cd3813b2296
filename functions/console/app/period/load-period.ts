import type {
  CheckCount,
  CorrectionBelowZero,
  LockedPeriodList,
  Return,
  SchemeSlug,
  VatClient,
} from "../../../../client/src/eu-vat-client.ts";
import type { IsoDate } from "../../../../shared/calendar/iso-date.ts";
import { periodNamed } from "../../../../shared/calendar/period.ts";
import { quarterKeyOn } from "../../../../shared/calendar/quarter.ts";

/** The lock of a period, and what moved since. */
export type Lock = NonNullable<LockedPeriodList["current_period"]>;

/** Whether a return can be filed as it stands, and what speaks against it. */
type Readiness = {
  readonly status: string;
  readonly checks: readonly CheckCount[];
  readonly negative_row_count: number;
  readonly corrections_below_zero: readonly CorrectionBelowZero[];
};

/** All that the page of a period shows. */
export type PeriodFacts = {
  readonly drawn: Return;
  readonly lock: Lock | undefined;
  /** Not known of the non-Union scheme. */
  readonly readiness: Readiness | undefined;
};

/** Which return: a scheme and a period. */
export type Which = { readonly scheme: SchemeSlug; readonly period: string };

/** @throws ApiError, such as `registration_required` where nobody was registered. */
export async function loadPeriod(
  client: VatClient,
  { scheme, period }: Which,
  signal: AbortSignal,
): Promise<PeriodFacts> {
  const [drawn, locks, readiness] = await Promise.all([
    client.getReturn({ path: { scheme, period } }, { signal }),
    client.listLockedReturns({ path: { scheme }, query: { period, limit: 1 } }, { signal }),
    loadReadiness(client, { scheme, period }, signal),
  ]);
  return { drawn, lock: locks.current_period, readiness };
}

async function loadReadiness(
  client: VatClient,
  { scheme, period }: Which,
  signal: AbortSignal,
): Promise<Readiness | undefined> {
  const quarter = quarterKeyOn(periodNamed(period)?.firstDay ?? (period as IsoDate));
  if (scheme === "non-union-oss") return undefined;
  const prep = await client.getFilingPrep({ query: { period: quarter } }, { signal });
  if (scheme === "union-oss") return prep.union_oss;
  return prep.ioss.months.find(({ period_key }) => period_key === period);
}
