import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";
import { DomainError, notFound } from "../../core/errors/errors.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { LockMarker } from "../locks/period-markers.ts";
import { inTheWay } from "../locks/state.ts";
import type { Opening } from "./schema.ts";

/** What is there when an opening is recorded. */
export type OtherReturns = {
  /** All of its period, under whichever registration, and withdrawn ones too. */
  readonly openings: readonly Opening[];
  /** The registrations that make returns of its period. */
  readonly making: readonly Pick<Registration, "id">[];
  /** All of its scheme. */
  readonly locks: readonly Pick<LockMarker, "period_key">[];
  /** The day of the earliest event in the ledger of the account. */
  readonly firstEvent: IsoDate | undefined;
};

const stands = ({ withdrawn_at }: Opening): boolean => withdrawn_at === undefined;

/**
 * The opening that is there already, when a request says the same again; undefined when it can be recorded.
 * @throws DomainError `opening_conflict` when another one is there, `opening_closed` when the ledger or
 *   a lock begins before its period is over: what they hold was not filed elsewhere.
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
  // One that was withdrawn to be put right had its place before the first event.
  const isAgain = openings.some((one) => one.registration_id === registration_id);
  if (!isAgain && firstEvent !== undefined && firstEvent <= lastDay) {
    throw closed(`the ledger begins on ${firstEvent}, and ${key} does not lie before it`);
  }
  return undefined;
}

/**
 * The opening of a period that is asked for, as it stands.
 * @throws DomainError `not_found`; `registration_conflict` when there are two and none was chosen.
 */
export const requestedOpening = (
  openings: readonly Opening[],
  registration_id: number | undefined,
): Opening => onlyOf(under(openings, registration_id).filter(stands));

/**
 * The opening that is asked for once it is withdrawn; one that was already stays as it is.
 * @throws DomainError as `requestedOpening` does; `opening_closed` when a lock follows, whose return may have
 *   been drawn with it.
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
