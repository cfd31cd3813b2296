import * as z from "zod";
import type { EventId, LedgerId } from "../../core/ids.ts";
import {
  batchGet,
  batchGetSoon,
  batchPut,
  pages,
  queryPage,
} from "../../platform/dynamodb/client.ts";
import { versionOf } from "../../platform/table/item.ts";
import {
  ORDER_NAME_ITEM,
  type OrderKey,
  orderNameKey,
  orderNameListKey,
  orderNamesOf,
  ordersNamed,
} from "../../platform/table/order-names.ts";
import {
  type NamedOrder,
  type OrderSaid,
  orderOfEvent,
  saidByOrder,
  searchedName,
  withoutEvents,
  withSaid,
} from "./order-name.ts";

export const StoredOrderName = z.object({
  source_id: z.string(),
  order_id: z.string(),
  name: z.string().optional(),
  event_ids: z.array(z.string().brand("EventId")).readonly(),
});

const itemOf = (ledger: LedgerId, order: NamedOrder) => ({
  ...orderNameKey(ledger, order),
  ...versionOf(ORDER_NAME_ITEM),
  ...order,
  // Without a name, the order is in no list.
  ...(order.name !== undefined && orderNameListKey(ledger, searchedName(order.name), order)),
});

async function loadOrders(ledger: LedgerId, orders: readonly OrderKey[], get = batchGet) {
  const keys = new Map(orders.map((order) => [orderNameKey(ledger, order).sk, order]));
  const items = await get([...keys.values()].map((order) => orderNameKey(ledger, order)));
  return new Map(
    items.map((item): [string, NamedOrder] => [String(item["sk"]), StoredOrderName.parse(item)]),
  );
}

/** Stores the names of orders and their events. Repeating it changes nothing. */
export async function saveOrderNames(
  ledger: LedgerId,
  source_id: string,
  said: readonly OrderSaid[],
): Promise<void> {
  const orders = saidByOrder(said).map((order) => ({ ...order, source_id }));
  const known = await loadOrders(ledger, orders);
  const changed = orders.flatMap(
    (order) => withSaid(known.get(orderNameKey(ledger, order).sk), order, source_id) ?? [],
  );
  await batchPut(changed.map((order) => itemOf(ledger, order)));
}

/** Stores the transaction of each event as the name of its order. An event that was not committed is in no list. */
export async function nameOrders(
  ledger: LedgerId,
  events: readonly Parameters<typeof orderOfEvent>[0][],
): Promise<void> {
  const sources = Map.groupBy(events, ({ source_id = "" }) => source_id);
  for (const [source_id, own] of sources) {
    const said = own.flatMap(({ event_id, transaction_id: order_id }) =>
      order_id === undefined ? [] : [{ order_id, name: order_id, event_ids: [event_id] }],
    );
    await saveOrderNames(ledger, source_id, said);
  }
}

/** Takes undone events out of their orders. */
export async function forgetEventsOfOrders(
  ledger: LedgerId,
  source_id: string,
  order_ids: readonly string[],
  undone: ReadonlySet<EventId>,
): Promise<void> {
  const keys = order_ids.map((order_id) => ({ source_id, order_id }));
  const known = await loadOrders(ledger, keys);
  const changed = [...known.values()].flatMap((order) => withoutEvents(order, undone) ?? []);
  await batchPut(changed.map((order) => itemOf(ledger, order)));
}

/** Returns a function from an event to the name of its order; null if it has none. */
export async function loadOrderNames(
  ledger: LedgerId,
  events: readonly Parameters<typeof orderOfEvent>[0][],
): Promise<(event: Parameters<typeof orderOfEvent>[0]) => string | null> {
  const asked = events.flatMap((event) => orderOfEvent(event) ?? []);
  const known = await loadOrders(ledger, asked, batchGetSoon);
  return (event) => {
    const order = orderOfEvent(event);
    return (order && known.get(orderNameKey(ledger, order).sk)?.name) ?? null;
  };
}

/** Returns the name of the order of an event; null if it has none. */
export const loadOrderName = async (
  ledger: LedgerId,
  event: Parameters<typeof orderOfEvent>[0],
): Promise<string | null> => (await loadOrderNames(ledger, [event]))(event);

/** An order of a list by name, with its place. */
type ListedOrder = NamedOrder & { readonly place: string };

/** Reads at most `limit` orders whose names begin with `beginning`, from a place on, and whether more follow. */
export async function listOrdersNamed(
  ledger: LedgerId,
  { beginning, from }: { readonly beginning: string; readonly from?: string | undefined },
  limit: number,
): Promise<{ readonly orders: readonly ListedOrder[]; readonly goesOn: boolean }> {
  const query = ordersNamed(ledger, beginning, from);
  const { items, next } = await queryPage({ ...query, Limit: limit });
  const keys = items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
  const found = new Map((await batchGet(keys)).map((item) => [item["sk"], item]));
  const orders = items.map(({ sk, gsi1sk }) => ({
    ...StoredOrderName.parse(found.get(sk) ?? { source_id: "", order_id: "", event_ids: [] }),
    place: String(gsi1sk),
  }));
  return { orders, goesOn: next !== undefined };
}

/** Erases the names of all orders. Returns their number. */
export async function eraseOrderNames(ledger: LedgerId): Promise<number> {
  let erased = 0;
  for await (const items of pages({ ...orderNamesOf(ledger), ConsistentRead: true })) {
    const named = items
      .map((item): NamedOrder => StoredOrderName.parse(item))
      .filter(({ name }) => name !== undefined);
    await batchPut(named.map(({ name, ...order }) => itemOf(ledger, order)));
    erased += named.length;
  }
  return erased;
}
