import {
  type CheckCount,
  type CorrectionBelowZero,
  type LockedPeriodList,
  NotFoundError,
  type Opening,
  type Return,
  type TaxRegistration,
  type VatClient,
} from "../../../../client/src/eu-vat-client.ts";
import type { IsoDate } from "../../../../shared/core/calendar/iso-date.ts";
import { type Period, periodNamed, quarterKeyOn } from "../../../../shared/core/calendar/period.ts";
import { chosenAmong, makingReturns, pathOf, underOf, type Which } from "./which.ts";

/** The lock of a period, with the changes since. */
export type Lock = NonNullable<LockedPeriodList["current_period"]>;

/** The readiness of a return for filing, with its obstacles. */
type Readiness = {
  readonly status: string;
  readonly checks: readonly CheckCount[];
  readonly negative_row_count: number;
  readonly corrections_below_zero: readonly CorrectionBelowZero[];
};

/** The data of the page of a period. */
export type PeriodFacts = {
  /** The return, with its registration where there was a choice. */
  readonly which: Which;
  /** The registrations with a return for the period. */
  readonly making: readonly TaxRegistration[];
  readonly drawn: Return;
  readonly lock: Lock | undefined;
  /** Undefined for the non-Union scheme, and where two registrations have a return for the period. */
  readonly readiness: Readiness | undefined;
  /** The opening of the period; undefined when there is none, or it was withdrawn. */
  readonly opening: Opening | undefined;
};

/**
 * Loads the data of a period.
 * @throws ApiError, such as `registration_required` when no registration covers the period.
 */
export async function loadPeriod(
  client: VatClient,
  { scheme, period, registration }: Which,
  signal: AbortSignal,
): Promise<PeriodFacts> {
  const all = await client.listRegistrations({ query: { limit: 200 } }, { signal });
  const making = makingReturns(all.items, scheme, periodNamed(period) as Period);
  const which = { scheme, period, registration: chosenAmong(making, registration) };
  const path = pathOf(which);
  const [drawn, locks, readiness, opening] = await Promise.all([
    client.getReturn({ path, query: underOf(which) }, { signal }),
    client.listLockedReturns(
      { path: { scheme }, query: { period, limit: 1, ...underOf(which) } },
      { signal },
    ),
    which.registration === undefined ? loadReadiness(client, which, signal) : undefined,
    client.getOpening({ path, query: underOf(which) }, { signal }).catch(noneRecorded),
  ]);
  const standing = opening?.status === "recorded" ? opening : undefined;
  return { which, making, drawn, lock: locks.current_period, readiness, opening: standing };
}

function noneRecorded(failure: unknown): undefined {
  if (failure instanceof NotFoundError) return undefined;
  throw failure;
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
