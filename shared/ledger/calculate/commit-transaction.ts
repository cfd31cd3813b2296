import { DomainError } from "../../core/errors/errors.ts";
import { commitEvents } from "../commit/commit-events.ts";
import { linkWaitingRefunds } from "../commit/resolve-calculation-refs.ts";
import { markCommitted, rejectMarked, unmarkCommitted } from "../commit/store-calculation-refs.ts";
import type { NewEvent } from "../events/schema.ts";
import { loadEventStates } from "../events/store-events.ts";
import type { Transaction } from "./transaction-schema.ts";

/** A transaction, the id under which it is committed, and the events that it becomes. */
type CommittedPart = {
  readonly transaction: Transaction;
  readonly event_id: string;
  readonly events: readonly NewEvent[];
};

/**
 * Stores a transaction in the ledger as `events`, under its id, once. The marker on the transaction is written first,
 * so only one of two competing ids succeeds. A commit that was interrupted can be finished by sending it again. Returns
 * the result of a commit of supply events; a dry run returns the same result and writes nothing.
 * @throws DomainError `transaction_already_committed`, `event_conflict`, `not_ready`
 */
export async function commitTransaction(
  account: string,
  { transaction, event_id, events }: CommittedPart,
  now: Date,
  dry_run: boolean,
) {
  const { transaction_id } = transaction;
  const is_split = events.every((event) => event.event_id !== event_id);
  const commit = { transaction_id, event_id, is_split };
  // The caller knows the id of the whole transaction, not the ids of its parts.
  const placeOf = (_: number, field: string) => ({ field, event_id });
  if (dry_run) {
    await rejectMarked(account, transaction, commit);
    return commitEvents(account, events, now, { dry_run, placeOf });
  }
  await markCommitted(account, commit);
  try {
    const items = await commitEvents(account, events, now, { placeOf });
    if (is_split) await linkWaitingRefunds(account, transaction, event_id);
    return items;
  } catch (error) {
    const isTaken = error instanceof DomainError && error.code === "event_conflict";
    if (isTaken && !(await isCommitted(account, transaction_id, events))) {
      await unmarkCommitted(account, commit);
    }
    throw error;
  }
}

/** True if the ids belong to events of this transaction, committed by a request with another body. */
async function isCommitted(account: string, transactionId: string, events: readonly NewEvent[]) {
  const states = await loadEventStates(
    account,
    events.map(({ event_id }) => event_id),
  );
  return [...states.values()].some(({ event }) => event?.transaction_id === transactionId);
}
