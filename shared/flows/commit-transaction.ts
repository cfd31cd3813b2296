import type { Transaction } from "../calculation/transaction-schema.ts";
import type { NewEvent } from "../ledger/schema.ts";
import { DomainError } from "../refusals/errors.ts";
import { markCommitted, unmarkCommitted } from "../store/commit-marks.ts";
import { loadSlots } from "../store/supply-events.ts";
import { commitEvents } from "./commit-events.ts";
import { wakeWaiting } from "./follow-names.ts";

/**
 * Books a transaction in the ledger as `events`, under `eventId`, once: the mark on the transaction
 * comes first, so of two ids only one gets through. A run that dies in between is finished by sending
 * the same again. Answers like a commit of supply events.
 * @throws DomainError `transaction_already_committed`, `event_conflict`, `not_ready`
 */
export async function commitTransaction(
  account: string,
  transaction: Transaction,
  eventId: string,
  events: readonly NewEvent[],
  now: Date,
) {
  const { transaction_id } = transaction;
  const is_split = events.every(({ event_id }) => event_id !== eventId);
  const commit = { transaction_id, event_id: eventId, is_split };
  await markCommitted(account, commit);
  try {
    const items = await commitEvents(account, events, now);
    if (is_split) await wakeWaiting(account, transaction, eventId);
    return items;
  } catch (error) {
    const isTaken = error instanceof DomainError && error.code === "event_conflict";
    if (isTaken && !(await isBooked(account, transaction_id, events))) {
      await unmarkCommitted(account, commit);
    }
    throw error;
  }
}

/** Whether the ids belong to this transaction, booked by a request with another body. */
async function isBooked(account: string, transactionId: string, events: readonly NewEvent[]) {
  const slots = await loadSlots(
    account,
    events.map(({ event_id }) => event_id),
  );
  return [...slots.values()].some(({ event }) => event?.transaction_id === transactionId);
}
