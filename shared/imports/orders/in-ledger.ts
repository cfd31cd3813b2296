import { completedId } from "../../ledger/events/completed-id.ts";
import type { EventRecord } from "../../ledger/events/event-record.ts";
import { loadEventStates } from "../../ledger/events/store-events.ts";
import type { ImportedEvent } from "../formats/outcome.ts";
import { type Bookings, NO_BOOKINGS, type WantedEvents } from "./order-plan.ts";

/**
 * Finds events that the order would have and that another way has booked, such as a file import. They are taken for the
 * order's own.
 */
export async function adopted(
  account: string,
  { sales, refunds = [] }: WantedEvents,
): Promise<Bookings> {
  const wanted = [...sales, ...refunds];
  return bookingsOf(
    account,
    wanted.map(({ event_id }) => event_id),
  );
}

/** Returns the bookings of those of these events that are in the ledger. */
export async function bookingsOf(account: string, ids: readonly string[]): Promise<Bookings> {
  const states = await loadEventStates(account, ids);
  const found = ids.flatMap((event_id) => {
    const record = states.get(event_id)?.event;
    if (!record || record.undone) return [];
    return [{ base: event_id, event: asImported(record), adjustments: [] }];
  });
  return found.length === 0 ? NO_BOOKINGS : { booked: found, used: found.map(({ base }) => base) };
}

/** Returns the fields of a stored event that its order needs. */
const asImported = (record: EventRecord): ImportedEvent => ({
  event_id: record.event_id,
  event_type: record.event_type,
  ...(record.original_event_id && { original_event_id: record.original_event_id }),
  supply_date: record.supply_date,
  supply_kind: record.supply_kind,
  ...(record.dispatch_country && { dispatch_country: record.dispatch_country }),
  ...(record.establishment_country && { establishment_country: record.establishment_country }),
  ...(record.origin_country && { origin_country: record.origin_country }),
  consumption_country: record.consumption_country,
  currency: record.currency,
  taxable_amount_minor: record.taxable_amount_minor,
  vat_amount_minor: record.vat_amount_minor,
  vat_rate_bps: record.vat_rate_bps,
  rate_category: record.rate_category,
  source_id: record.source_id,
  transaction_id: record.transaction_id,
});

/**
 * Returns the bookings of an order as the ledger has them now: without events that the undo of an import took out, and
 * with the complete event in place of one that lacked a fact.
 */
export async function bookingsInLedger(account: string, before: Bookings): Promise<Bookings> {
  const ids = before.booked.flatMap(({ event, adjustments }) =>
    [event, ...adjustments].flatMap(({ event_id }) => [event_id, completedId(event_id)]),
  );
  const states = await loadEventStates(account, [...new Set(ids)]);
  const standing = (id: string) => {
    const record = states.get(id)?.event;
    return record?.undone ? undefined : record;
  };
  const booked = before.booked.flatMap((one) => {
    const complete = standing(completedId(one.event.event_id));
    if (complete) return [{ base: one.base, event: asImported(complete), adjustments: [] }];
    if (!standing(one.event.event_id)) return [];
    const adjustments = one.adjustments.filter(({ event_id }) => standing(event_id));
    return [{ ...one, adjustments }];
  });
  return { ...before, booked };
}
