import { ALL_DAYS, dayOf, type IsoDate, type Period } from "../../core/calendar/dates.ts";
import { DomainError, notFound, rejectFaulty } from "../../core/errors/errors.ts";
import { fingerprintOf } from "../../core/hash.ts";
import type { AuthorId, LedgerId } from "../../core/ids.ts";
import { listedPlace, readIndex } from "../../ledger/events/store-event-list.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { loadSums } from "../../ledger/sums/store-sums.ts";
import { namedPeriodOf, returnPartition } from "../../ledger/sums/sum.ts";
import { withRetries } from "../../platform/calls.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { coverageOf } from "../compute/coverage.ts";
import { requireCoverage } from "../compute/status.ts";
import type { LockMarker, PeriodMarkers } from "../locks/locked-period.ts";
import { inTheWay } from "../locks/state.ts";
import { loadMarkers } from "../locks/store-locks.ts";
import { openingFaults, openingOf, rejectRunning } from "./opening.ts";
import type { Opening, OpeningRequest } from "./schema.ts";
import { loadOpeningState, loadOpenings, saveOpening } from "./store-openings.ts";

/** The existing data that an opening may conflict with. */
export type OtherReturns = {
  /** All openings of its period, under any registration, including withdrawn ones. */
  readonly openings: readonly Opening[];
  /** The registrations that make returns of its period. */
  readonly activeRegistrations: readonly Pick<Registration, "id">[];
  /** All locks of its scheme. */
  readonly locks: readonly Pick<LockMarker, "period_key">[];
  /** The day of the earliest event in the ledger of the account. */
  readonly firstEvent: IsoDate | undefined;
};

const stands = ({ withdrawn_at }: Opening): boolean => withdrawn_at === undefined;

/**
 * Returns the existing opening if the request repeats it; undefined if the opening can be recorded.
 * @throws DomainError `opening_conflict` if a different opening exists, `opening_closed` if the ledger or
 * a lock begins before the period has ended: their sales were not filed elsewhere.
 */
export function recordedBefore(
  opening: Opening,
  { key, lastDay }: Pick<Period, "key" | "lastDay">,
  { openings, activeRegistrations, locks, firstEvent }: OtherReturns,
): Opening | undefined {
  const { registration_id, fingerprint } = opening;
  const other = inTheWay(openings.filter(stands), activeRegistrations, registration_id);
  if (other?.registration_id === registration_id && other.fingerprint === fingerprint) return other;
  if (other) throw conflict(other);
  const lock = locks.find(({ period_key }) => period_key <= key);
  if (lock) throw closed(`${lock.period_key} is locked, and ${key} does not lie before it`);
  // An opening that was withdrawn to be corrected was recorded before the first event.
  const isAgain = openings.some((opening) => opening.registration_id === registration_id);
  if (!isAgain && firstEvent !== undefined && firstEvent <= lastDay) {
    throw closed(`the ledger begins on ${firstEvent}, and ${key} does not lie before it`);
  }
  return undefined;
}

/**
 * Returns the requested opening of a period.
 * @throws DomainError `not_found`; `registration_conflict` if there are two and none was chosen.
 */
export const requestedOpening = (
  openings: readonly Opening[],
  registration_id: number | undefined,
): Opening => onlyOf(under(openings, registration_id).filter(stands));

/**
 * Returns the requested opening as withdrawn; one that was withdrawn before stays unchanged.
 * @throws DomainError the errors of `requestedOpening`; `opening_closed` if a later lock exists, whose return may
 * depend on the opening.
 */
export function withdrawn(
  openings: readonly Opening[],
  registration_id: number | undefined,
  { locks, now }: Pick<OtherReturns, "locks"> & { readonly now: Date },
): Opening {
  const asked = under(openings, registration_id);
  const opening = onlyOf(asked.some(stands) ? asked.filter(stands) : asked);
  if (!stands(opening)) return opening;
  const [lock] = locks;
  if (lock) throw closed(`${lock.period_key} is locked; what lies before it stays as it is`);
  return { ...opening, withdrawn_at: now.toISOString() };
}

const under = (openings: readonly Opening[], registration_id: number | undefined): Opening[] =>
  openings.filter(
    (opening) => (registration_id ?? opening.registration_id) === opening.registration_id,
  );

function onlyOf(openings: readonly Opening[]): Opening {
  const [only, ...more] = openings;
  if (!only) throw notFound("opening");
  if (more.length === 0) return only;
  const ids = openings.map((opening) => opening.registration_id).join(", ");
  const message = `${only.period_key} has openings under the registrations ${ids}: choose one with registration_id`;
  throw new DomainError("registration_conflict", message);
}

const closed = (why: string): DomainError => new DomainError("opening_closed", why);

const conflict = ({ period_key, registration_id }: Opening): DomainError =>
  new DomainError(
    "opening_conflict",
    `${period_key} has another opening, under registration ${registration_id}: withdraw that one first`,
  );

type OpeningPlace = {
  readonly scheme: Scheme;
  readonly period: Period;
  readonly registration_id: number | undefined;
  readonly author: AuthorId;
  readonly now: Date;
};

/**
 * Records a return that was filed elsewhere, once; a repeated request returns the existing record.
 * @throws DomainError `invalid_request`, `period_not_ended`, `registration_required`,
 * `registration_conflict`, `currency_mismatch`, `opening_conflict`, `opening_closed`; `not_ready`
 */
export async function recordOpening(
  ledger: LedgerId,
  given: OpeningRequest,
  { scheme, period, registration_id, author, now }: OpeningPlace,
): Promise<Opening> {
  rejectRunning(period, dayOf(now));
  rejectFaulty(openingFaults(given, period));
  const { items } = await loadRegistrations(ledger);
  const coverage = coverageOf(scheme, items, period, registration_id);
  const registration = requireCoverage(scheme, period, coverage);
  const activeRegistrations = inForce(items, scheme.id, period.firstDay, period.lastDay);
  const fingerprint = fingerprintOf(given);
  const opening = openingOf(given, { scheme, period, registration, author, now, fingerprint });
  return withRetries(async () => {
    // Read before all other data: a later write by another request makes this transaction fail.
    const seen = await loadOpeningState(ledger, scheme.id);
    const [openings, markers, firstEvent] = await Promise.all([
      loadOpenings(ledger, scheme.id, period.key),
      loadMarkers(ledger, scheme.partitionPrefix),
      loadFirstEvent(ledger),
    ]);
    const locks = locksIn(markers);
    const before = recordedBefore(opening, period, {
      openings,
      activeRegistrations,
      locks,
      firstEvent,
    });
    if (before) return before;
    await saveOpening(
      ledger,
      opening,
      seen,
      await changedPartitions(ledger, scheme, period, locks),
    );
    return opening;
  });
}

const locksIn = (markers: PeriodMarkers): LockMarker[] =>
  [...markers.values()].flatMap(({ locks }) => locks);

/** Returns the day of the earliest event. On AWS the index lags slightly, see docs/decisions/0102. */
async function loadFirstEvent(ledger: LedgerId): Promise<IsoDate | undefined> {
  const { items } = await readIndex(ledger, ALL_DAYS, undefined, { limit: 1 });
  return items[0] && listedPlace(items[0]).supply_date;
}

/**
 * Returns the partitions of locked periods with corrections that name the period and were excluded until now. Recording
 * the opening changes their returns without a write to their sums.
 */
async function changedPartitions(
  ledger: LedgerId,
  scheme: Scheme,
  period: Period,
  locks: readonly LockMarker[],
): Promise<string[]> {
  const partitions = [
    ...new Set(locks.map(({ period_key }) => returnPartition(scheme, period_key))),
  ];
  const moved = await Promise.all(
    partitions.map(async (partition) => {
      const sums = await loadSums(ledger, partition);
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
  ledger: LedgerId,
  { scheme, period, registration_id, now }: Omit<OpeningPlace, "author">,
): Promise<Opening> =>
  withRetries(async () => {
    const seen = await loadOpeningState(ledger, scheme.id);
    const [openings, markers] = await Promise.all([
      loadOpenings(ledger, scheme.id, period.key),
      loadMarkers(ledger, scheme.partitionPrefix),
    ]);
    const opening = withdrawn(openings, registration_id, { locks: locksIn(markers), now });
    if (!openings.includes(opening)) await saveOpening(ledger, opening, seen);
    return opening;
  });
