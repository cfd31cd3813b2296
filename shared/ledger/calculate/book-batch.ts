import { DomainError } from "../../core/errors/errors.ts";
import { commitEvents } from "../commit/commit-events.ts";
import type { PlaceOf } from "../commit/rejected-events.ts";
import { wakeWaiting } from "../commit/resolve-calculation-refs.ts";
import { unmarkCommitted } from "../commit/store-calculation-refs.ts";
import type { NewEvent } from "../events/schema.ts";
import { loadSlots } from "../events/store-events.ts";
import type { CommitTransaction } from "./events-of-transaction.ts";
import type { Transaction } from "./transaction-schema.ts";

/** A calculation of a batch, and the events that it becomes; none where it is not committed. */
export type Booking = {
  readonly transaction: Transaction;
  readonly asked: string;
  readonly commit: CommitTransaction | undefined;
  readonly events: readonly NewEvent[];
};

type Committed = Awaited<ReturnType<typeof commitEvents>>;

/**
 * Books what is marked as committed: the events of all in one commit. Answers them by the index of
 * the booking. Where an id turns out to belong to something else, nothing is booked, and the marks are
 * taken off again.
 */
export async function bookAll(
  account: string,
  bookings: readonly Booking[],
  now: Date,
): Promise<ReadonlyMap<number, Committed>> {
  const events = bookings.flatMap((one) => one.events);
  if (events.length === 0) return new Map();
  try {
    const items = await commitEvents(account, events, now, { placeOf: placesIn(bookings) });
    for (const { transaction, commit, events: own } of bookings) {
      if (commit && isSplit(commit, own)) await wakeWaiting(account, transaction, commit.event_id);
    }
    return byBooking(bookings, items);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "event_conflict") throw error;
    await unmarkUnbooked(account, bookings);
    throw error;
  }
}

/** Whether a commit is a name of several events, none of which has it. */
const isSplit = ({ event_id }: CommitTransaction, events: readonly NewEvent[]): boolean =>
  events.every((event) => event.event_id !== event_id);

function byBooking(bookings: readonly Booking[], items: Committed): Map<number, Committed> {
  let at = 0;
  const entries = bookings.map(({ events }, index): [number, Committed] => {
    const own = items.slice(at, at + events.length);
    at += events.length;
    return [index, own];
  });
  return new Map(entries.filter(([, own]) => own.length > 0));
}

/** A calculation whose events are there stays marked: another request has booked it. */
async function unmarkUnbooked(account: string, bookings: readonly Booking[]): Promise<void> {
  const slots = await loadSlots(
    account,
    bookings.flatMap(({ events }) => events.map(({ event_id }) => event_id)),
  );
  for (const { transaction, commit, events } of bookings) {
    if (!commit) continue;
    const { transaction_id } = transaction;
    const isBooked = events.some(
      ({ event_id }) => slots.get(event_id)?.event?.transaction_id === transaction_id,
    );
    const mark = { transaction_id, event_id: commit.event_id, is_split: isSplit(commit, events) };
    if (!isBooked) await unmarkCommitted(account, mark);
  }
}

/** The ledger names places among all events; a batch tells of which items they are. */
function placesIn(bookings: readonly Booking[]): PlaceOf {
  const owners = bookings.flatMap((one, index) => one.events.map(() => ({ ...one, index })));
  return (at, field) => {
    const { index, commit } = owners[at] ?? {};
    return {
      field: `items.${index}.commit.${field}`,
      ...(commit ? { event_id: commit.event_id } : {}),
    };
  };
}
