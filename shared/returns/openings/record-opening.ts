import { ALL_DAYS, dayOf, type IsoDate } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";
import { rejectFaulty } from "../../core/errors/errors.ts";
import { fingerprintOf } from "../../core/hash.ts";
import { listedPlace, readIndex } from "../../ledger/events/store-event-list.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { loadSums } from "../../ledger/sums/store-sums.ts";
import { namedPeriodOf, returnPartition } from "../../ledger/sums/sum-key.ts";
import { withRetries } from "../../platform/retries.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import { coverageOf } from "../compute/coverage.ts";
import { requireCoverage } from "../compute/requirements.ts";
import type { LockMarker, PeriodMarkers } from "../locks/period-markers.ts";
import { loadMarkers } from "../locks/store-markers.ts";
import { recordedBefore, withdrawn } from "./conflicts.ts";
import { openingFaults, openingOf, rejectRunning } from "./opening.ts";
import type { NewOpening, Opening } from "./schema.ts";
import { loadOpeningState, loadOpenings, saveOpening } from "./store-openings.ts";

/** The return of a request, with author and time. */
type OpeningRequest = {
  readonly scheme: Scheme;
  readonly period: Period;
  readonly registration_id: number | undefined;
  readonly keyId: string;
  readonly now: Date;
};

/**
 * Records a return that was filed elsewhere, once; a repeated request returns the existing record.
 * @throws DomainError `invalid_request`, `period_not_ended`, `registration_required`,
 * `registration_conflict`, `currency_mismatch`, `opening_conflict`, `opening_closed`; `not_ready`
 */
export async function recordOpening(
  account: string,
  given: NewOpening,
  { scheme, period, registration_id, keyId, now }: OpeningRequest,
): Promise<Opening> {
  rejectRunning(period, dayOf(now));
  rejectFaulty(openingFaults(given, period));
  const { items } = await loadRegistrations(account);
  const coverage = coverageOf(scheme, items, period, registration_id);
  const registration = requireCoverage(scheme, period, coverage);
  const making = inForce(items, scheme.id, period.firstDay, period.lastDay);
  const fingerprint = fingerprintOf(given);
  const opening = openingOf(given, { scheme, period, registration, keyId, now, fingerprint });
  return withRetries(async () => {
    // Read before all other data: a later write by another request makes this transaction fail.
    const seen = await loadOpeningState(account, scheme.id);
    const [openings, markers, firstEvent] = await Promise.all([
      loadOpenings(account, scheme.id, period.key),
      loadMarkers(account, scheme.partitionPrefix),
      loadFirstEvent(account),
    ]);
    const locks = locksIn(markers);
    const before = recordedBefore(opening, period, { openings, making, locks, firstEvent });
    if (before) return before;
    await saveOpening(
      account,
      opening,
      seen,
      await changedPartitions(account, scheme, period, locks),
    );
    return opening;
  });
}

const locksIn = (markers: PeriodMarkers): LockMarker[] =>
  [...markers.values()].flatMap(({ locks }) => locks);

/** Returns the day of the earliest event. On AWS the index lags slightly, see docs/decisions/0102. */
async function loadFirstEvent(account: string): Promise<IsoDate | undefined> {
  const { items } = await readIndex(account, ALL_DAYS, undefined, { limit: 1 });
  return items[0] && listedPlace(items[0]).supply_date;
}

/**
 * Returns the partitions of locked periods with corrections that name the period and were excluded until now. Recording
 * the opening changes their returns without a write to their sums.
 */
async function changedPartitions(
  account: string,
  scheme: Scheme,
  period: Period,
  locks: readonly LockMarker[],
): Promise<string[]> {
  const partitions = [
    ...new Set(locks.map(({ period_key }) => returnPartition(scheme, period_key))),
  ];
  const moved = await Promise.all(
    partitions.map(async (partition) => {
      const sums = await loadSums(account, partition);
      return sums.some(({ key }) => namedPeriodOf(key) === period.key);
    }),
  );
  return partitions.filter((_, n) => moved[n]);
}

/**
 * Withdraws an opening that was recorded by mistake; repeating it returns the same.
 * @throws DomainError `not_found`, `registration_conflict`, `opening_closed`; `not_ready`
 */
export const withdrawOpening = (
  account: string,
  { scheme, period, registration_id, now }: Omit<OpeningRequest, "keyId">,
): Promise<Opening> =>
  withRetries(async () => {
    const seen = await loadOpeningState(account, scheme.id);
    const [openings, markers] = await Promise.all([
      loadOpenings(account, scheme.id, period.key),
      loadMarkers(account, scheme.partitionPrefix),
    ]);
    const opening = withdrawn(openings, registration_id, { locks: locksIn(markers), now });
    if (!openings.includes(opening)) await saveOpening(account, opening, seen);
    return opening;
  });
