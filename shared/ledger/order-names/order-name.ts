import type { EventId } from "../../core/ids.ts";
import type { OrderKey } from "../../platform/table/order-names.ts";

/** What a row or a message of a shop says of an order. */
export type OrderSaid = {
  readonly order_id: string;
  /** Absent if only corrections of the order are told, which may have names of their own. */
  readonly name?: string | undefined;
  readonly event_ids: readonly EventId[];
};

/** An order with the name that its shop shows; without a name, it was erased. */
export type NamedOrder = OrderSaid & OrderKey;

/** Returns the form by which names are compared: without the sign that shops set before a number. */
export const searchedName = (name: string): string => name.trim().toLowerCase().replace(/^#+/, "");

/** Combines what several rows say of one order; the first name stands. */
export function saidByOrder(said: readonly OrderSaid[]): OrderSaid[] {
  return [...Map.groupBy(said, ({ order_id }) => order_id)].map(([order_id, rows]) => ({
    order_id,
    name: rows.find(({ name }) => name !== undefined)?.name,
    event_ids: [...new Set(rows.flatMap(({ event_ids }) => event_ids))],
  }));
}

/** Adds what is said of an order to what is known. Returns undefined if that changes nothing, or names no order. */
export function withSaid(
  known: NamedOrder | undefined,
  { order_id, name = known?.name, event_ids }: OrderSaid,
  source_id: string,
): NamedOrder | undefined {
  if (name === undefined) return undefined;
  const all = [...new Set([...(known?.event_ids ?? []), ...event_ids])].sort();
  const isKnown = known?.name === name && known.event_ids.length === all.length;
  return isKnown ? undefined : { source_id, order_id, name, event_ids: all };
}

/** Takes undone events out of an order. Its name goes with the last one: no law requires it of a supply that never was. */
export function withoutEvents(
  known: NamedOrder,
  undone: ReadonlySet<EventId>,
): NamedOrder | undefined {
  const { name, source_id, order_id } = known;
  const event_ids = known.event_ids.filter((id) => !undone.has(id));
  if (event_ids.length === known.event_ids.length) return undefined;
  return event_ids.length === 0
    ? { source_id, order_id, event_ids }
    : { source_id, order_id, name, event_ids };
}

/** The fields of an event that tell its order. */
type EventOfOrder = {
  readonly event_id: EventId;
  readonly source_id?: string | undefined;
  readonly transaction_id?: string | undefined;
};

/**
 * Returns the order of an event that an import may have named; undefined for all others. Ids of imported events begin
 * with their source, so that no name is looked up for the events of other callers.
 */
export function orderOfEvent({
  event_id,
  source_id,
  transaction_id: order_id,
}: EventOfOrder): OrderKey | undefined {
  if (source_id === undefined || order_id === undefined) return undefined;
  return event_id.startsWith(`${source_id}:`) ? { source_id, order_id } : undefined;
}
