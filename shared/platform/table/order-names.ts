import type { LedgerId } from "../../core/ids.ts";
import { ANY, defineItem } from "./item.ts";
import { INDEX, type Key } from "./keys.ts";

/** The identity of an order: the transaction of its events within their source. */
export type OrderKey = { readonly source_id: string; readonly order_id: string };

export const orderNameKey = (ledger: LedgerId, { source_id, order_id }: OrderKey): Key => ({
  pk: `ORDER_NAMES#${ledger}`,
  sk: `${source_id}#${order_id}`,
});

/** Queries the orders of an account, with a name or without. */
export const orderNamesOf = (ledger: LedgerId) => ({
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": orderNameKey(ledger, { source_id: "", order_id: "" }).pk },
});

/** Returns the index key by which an order is found by the beginning of its name. */
export const orderNameListKey = (ledger: LedgerId, name: string, order: OrderKey) => ({
  gsi1pk: `ORDERS_BY_NAME#${ledger}`,
  gsi1sk: `${name}#${orderNameKey(ledger, order).sk}`,
});

/** The last character of Unicode, which no name has. */
const LAST = "\u{10ffff}";

/** Queries the orders whose names begin with `beginning`, from a place of the list on. */
export const ordersNamed = (ledger: LedgerId, beginning: string, from = beginning) => ({
  IndexName: INDEX,
  KeyConditionExpression: "gsi1pk = :pk AND gsi1sk BETWEEN :from AND :to",
  ExpressionAttributeValues: {
    ":pk": orderNameListKey(ledger, "", { source_id: "", order_id: "" }).gsi1pk,
    ":from": from,
    ":to": `${beginning}${LAST}`,
  },
});

/** The name that a shop shows for an order, and the events of the order. */
export const ORDER_NAME_ITEM = defineItem({
  name: "name of an order",
  key: orderNameKey(ANY, { source_id: ANY, order_id: ANY }),
  group: "order_names",
  // No return is computed from a name, and a journal would keep one that was erased.
  journal: false,
});
