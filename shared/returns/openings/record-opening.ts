import { ALL_DAYS, dayOf, type IsoDate } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";
import { refuseFaulty } from "../../core/errors/errors.ts";
import { fingerprintOf } from "../../core/hash.ts";
import { listedPlace, readIndex } from "../../ledger/events/store-event-list.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { loadTallies } from "../../ledger/sums/store-sums.ts";
import { namedPeriodOf, returnBook } from "../../ledger/sums/sum-key.ts";
import { withRetries } from "../../platform/retries.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import { coverageOf } from "../compute/coverage.ts";
import { requireCoverage } from "../compute/requirements.ts";
import type { LockMark, Marks } from "../locks/period-markers.ts";
import { loadMarks } from "../locks/store-markers.ts";
import { recordedBefore, withdrawn } from "./conflicts.ts";
import { openingFaults, openingOf, refuseRunning } from "./opening.ts";
import type { NewOpening, Opening } from "./schema.ts";
import { loadOpeningState, loadOpenings, saveOpening } from "./store-openings.ts";

/** Which return is meant, and who says so when. */
type OpeningRequest = {
  readonly scheme: Scheme;
  readonly period: Period;
  readonly registration_id: number | undefined;
  readonly keyId: string;
  readonly now: Date;
};

/**
 * Records a return that was filed elsewhere, once: the same again answers what is there.
 * @throws DomainError `invalid_request`, `period_not_ended`, `registration_required`,
 *   `registration_conflict`, `currency_mismatch`, `opening_conflict`, `opening_closed`; `not_ready`
 */
export async function recordOpening(
  account: string,
  given: NewOpening,
  { scheme, period, registration_id, keyId, now }: OpeningRequest,
): Promise<Opening> {
  refuseRunning(period, dayOf(now));
  refuseFaulty(openingFaults(given, period));
  const { items } = await loadRegistrations(account);
  const coverage = coverageOf(scheme, items, period, registration_id);
  const registration = requireCoverage(scheme, period, coverage);
  const making = inForce(items, scheme.id, period.firstDay, period.lastDay);
  const fingerprint = fingerprintOf(given);
  const opening = openingOf(given, { scheme, period, registration, keyId, now, fingerprint });
  return withRetries(async () => {
    // Before all that is decided by: whoever writes after this has the transaction refused.
    const seen = await loadOpeningState(account, scheme.id);
    const [openings, marks, firstEvent] = await Promise.all([
      loadOpenings(account, scheme.id, period.key),
      loadMarks(account, scheme.book),
      loadFirstEvent(account),
    ]);
    const locks = locksIn(marks);
    const before = recordedBefore(opening, period, { openings, making, locks, firstEvent });
    if (before) return before;
    await saveOpening(account, opening, seen, await booksMoved(account, scheme, period, locks));
    return opening;
  });
}

const locksIn = (marks: Marks): LockMark[] => [...marks.values()].flatMap(({ locks }) => locks);

/** The day of the earliest event. The index is a little behind on AWS, see docs/decisions/0102. */
async function loadFirstEvent(account: string): Promise<IsoDate | undefined> {
  const { items } = await readIndex(account, ALL_DAYS, undefined, { limit: 1 });
  return items[0] && listedPlace(items[0]).supply_date;
}

/**
 * The books of locked periods with corrections that name the period, and were left out until now: it
 * moves in their returns without a write to their sums.
 */
async function booksMoved(
  account: string,
  scheme: Scheme,
  period: Period,
  locks: readonly LockMark[],
): Promise<string[]> {
  const books = [...new Set(locks.map(({ period_key }) => returnBook(scheme, period_key)))];
  const moved = await Promise.all(
    books.map(async (book) => {
      const tallies = await loadTallies(account, book);
      return tallies.some(({ key }) => namedPeriodOf(key) === period.key);
    }),
  );
  return books.filter((_, n) => moved[n]);
}

/**
 * Takes back an opening that was recorded by mistake; once more answers the same.
 * @throws DomainError `not_found`, `registration_conflict`, `opening_closed`; `not_ready`
 */
export const withdrawOpening = (
  account: string,
  { scheme, period, registration_id, now }: Omit<OpeningRequest, "keyId">,
): Promise<Opening> =>
  withRetries(async () => {
    const seen = await loadOpeningState(account, scheme.id);
    const [openings, marks] = await Promise.all([
      loadOpenings(account, scheme.id, period.key),
      loadMarks(account, scheme.book),
    ]);
    const opening = withdrawn(openings, registration_id, { locks: locksIn(marks), now });
    if (!openings.includes(opening)) await saveOpening(account, opening, seen);
    return opening;
  });
