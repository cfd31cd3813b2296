import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";
import { DomainError, notFound } from "../../core/errors/errors.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { LockMarker } from "../locks/period-markers.ts";
import { inTheWay } from "../locks/state.ts";
import type { Opening } from "./schema.ts";

/** The existing data that an opening may conflict with. */
export type OtherReturns = {
  /** All openings of its period, under any registration, including withdrawn ones. */
  readonly openings: readonly Opening[];
  /** The registrations that make returns of its period. */
  readonly making: readonly Pick<Registration, "id">[];
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
  { openings, making, locks, firstEvent }: OtherReturns,
): Opening | undefined {
  const { registration_id, fingerprint } = opening;
  const other = inTheWay(openings.filter(stands), making, registration_id);
  if (other?.registration_id === registration_id && other.fingerprint === fingerprint) return other;
  if (other) throw conflict(other);
  const lock = locks.find(({ period_key }) => period_key <= key);
  if (lock) throw closed(`${lock.period_key} is locked, and ${key} does not lie before it`);
  // An opening that was withdrawn to be corrected was recorded before the first event.
  const isAgain = openings.some((one) => one.registration_id === registration_id);
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
  openings.filter((one) => (registration_id ?? one.registration_id) === one.registration_id);

function onlyOf(openings: readonly Opening[]): Opening {
  const [only, ...more] = openings;
  if (!only) throw notFound("opening");
  if (more.length === 0) return only;
  const ids = openings.map((one) => one.registration_id).join(", ");
  const message = `${only.period_key} has openings under the registrations ${ids}: choose one with registration_id`;
  throw new DomainError("registration_conflict", message);
}

const closed = (why: string): DomainError => new DomainError("opening_closed", why);

const conflict = ({ period_key, registration_id }: Opening): DomainError =>
  new DomainError(
    "opening_conflict",
    `${period_key} has another opening, under registration ${registration_id}: withdraw that one first`,
  );
