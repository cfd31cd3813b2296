import { DomainError, notFound } from "../../core/errors/errors.ts";
import type { EventId, LedgerId } from "../../core/ids.ts";
import { isSale } from "../../vat/schemes/supply-event.ts";
import { loadPartIds } from "../calculate/store-calculation-refs.ts";
import { referredId } from "../commit/plan.ts";
import type { EventRecord, EventState } from "../events/event-record.ts";
import { linkedTo, loadEventStates } from "../events/store-events.ts";

/** One sale of an order, with the entries of the ledger that a refund of it is decided by. */
export type LoadedPart = {
  readonly sale: EventRecord;
  readonly state: EventState;
  /** The non-sales that the refunded total of the sale does not count, because they are not classified. */
  readonly uncounted: readonly EventRecord[];
  readonly refund_id: EventId;
  /** The event that has the id of the refund already. */
  readonly booked: EventRecord | undefined;
};

/**
 * Loads a sale, or all sales of an order that was split, with the refund of each under `refundId`, strongly consistent.
 * @throws DomainError `not_found`, `not_a_sale`
 */
export async function loadRefundable(
  ledger: LedgerId,
  saleId: EventId,
  refundId: EventId,
): Promise<LoadedPart[]> {
  const states = await loadEventStates(ledger, [saleId, refundId]);
  if (states.get(saleId)?.event) return [await partOf(ledger, states, saleId, refundId)];
  const ids = await loadPartIds(ledger, saleId);
  if (ids.length === 0) throw notFound("supply event");
  const refundOf = (id: EventId) => `${refundId}${id.slice(saleId.length)}` as EventId;
  const split = await loadEventStates(ledger, [...ids, ...ids.map(refundOf)]);
  return Promise.all(ids.map((id) => partOf(ledger, split, id, refundOf(id))));
}

async function partOf(
  ledger: LedgerId,
  states: ReadonlyMap<EventId, EventState>,
  id: EventId,
  refund_id: EventId,
): Promise<LoadedPart> {
  const state = states.get(id);
  const sale = state?.event;
  // The commit of an order was interrupted, or its part was undone.
  if (!state || !sale) throw notFound(`supply event: ${id} is not in the ledger`);
  if (!isSale(sale)) {
    const { event_type, original_event_id: original } = sale;
    const hint = original === undefined ? "" : `; its sale is ${original}`;
    throw new DomainError("not_a_sale", `${id} is of the type ${event_type}, not a sale${hint}`);
  }
  const uncounted = await loadUncounted(ledger, id, state);
  return { sale, state, uncounted, refund_id, booked: states.get(refund_id)?.event };
}

/** Loads the non-sales of a sale that are not in its refunded total. Most sales have none, and cost no read. */
async function loadUncounted(ledger: LedgerId, id: EventId, { links, taken_back }: EventState) {
  const counted = Object.values(taken_back ?? {}).reduce((sum, { count }) => sum + count, 0);
  if (links <= counted) return [];
  const uncounted: EventRecord[] = [];
  for await (const ids of linkedTo(ledger, id)) {
    const states = [...(await loadEventStates(ledger, ids)).values()];
    const events = states.flatMap(({ event }) => event ?? []);
    uncounted.push(
      ...events.filter(
        (event) => referredId(event) === id && event.classification_status !== "classified",
      ),
    );
  }
  return uncounted;
}
