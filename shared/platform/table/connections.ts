import type { LedgerId } from "../../core/ids.ts";
import { ANY, ANYTHING, defineItem } from "./item.ts";
import { INDEX, type Key, openImportRowsKey } from "./keys.ts";

/*
 * The keys of connected shops and their deliveries. Secrets have their own partition, so that IAM allows only the
 * functions that check signatures and call shops to access it.
 */
export const connectionsKey = (ledger: LedgerId): Key => ({
  pk: `CONNECTIONS#${ledger}`,
  sk: "CONNECTIONS",
});

export const connectionSecretsKey = (ledger: LedgerId, connectionId: string): Key => ({
  pk: `CONNECTION_SECRETS#${ledger}`,
  sk: connectionId,
});

/** The account of a connection: a shop's call names only the connection. */
export const inboundAddressKey = (connectionId: string): Key => ({
  pk: `INBOUND#${connectionId}`,
  sk: "INBOUND",
});

/** The identity of a delivery of a shop within an account: topic and hash of the body. */
export type InboundDeliveryName = { readonly connection_id: string; readonly hash: string };

export const inboundDeliveryKey = (
  ledger: LedgerId,
  { connection_id, hash }: InboundDeliveryName,
): Key => ({
  pk: `INBOUND_DELIVERIES#${ledger}`,
  sk: `${connection_id}#${hash}`,
});

/** Returns the index key by which the deliveries of a connection are listed in the order of their arrival. */
export const inboundListKey = (
  ledger: LedgerId,
  { connection_id, hash, received_at }: InboundDeliveryName & { readonly received_at: string },
) => ({
  gsi1pk: `INBOUND_LIST#${ledger}#${connection_id}`,
  gsi1sk: `${received_at}#${hash}`,
});

/** Queries the deliveries of a connection, the newest first. */
export const inboundDeliveriesOf = (ledger: LedgerId, connection_id: string) => ({
  IndexName: INDEX,
  KeyConditionExpression: "gsi1pk = :pk",
  ExpressionAttributeValues: {
    ":pk": inboundListKey(ledger, { connection_id, hash: "", received_at: "" }).gsi1pk,
  },
  ScanIndexForward: false,
});

/** The identity of an order: the shop's own id within a source. */
export type ShopOrderName = { readonly source_id: string; readonly order_id: string };

export const shopOrderKey = (ledger: LedgerId, { source_id, order_id }: ShopOrderName): Key => ({
  pk: `SHOP_ORDERS#${ledger}`,
  sk: `${source_id}#${order_id}`,
});

/** Returns the index key by which the booked orders of a connection are listed by the day of the sale. */
export const shopOrderListKey = (
  ledger: LedgerId,
  {
    connection_id,
    order_id,
    day,
  }: { readonly connection_id: string; readonly order_id: string; readonly day: string },
) => ({
  gsi1pk: `SHOP_ORDER_LIST#${ledger}#${connection_id}`,
  gsi1sk: `${day}#${order_id}`,
});

/** Queries the booked orders of a connection after a place of the list: a day comes before its orders. */
export const shopOrdersAfter = (ledger: LedgerId, connection_id: string, place: string) => ({
  IndexName: INDEX,
  KeyConditionExpression: "gsi1pk = :pk AND gsi1sk > :after",
  ExpressionAttributeValues: {
    ":pk": shopOrderListKey(ledger, { connection_id, order_id: "", day: "" }).gsi1pk,
    ":after": place,
  },
});

export const catchUpKey = (ledger: LedgerId, connectionId: string): Key => ({
  pk: `CATCH_UPS#${ledger}`,
  sk: connectionId,
});

/** Returns the index key by which the open orders of a connection are listed. Only an open order has it. */
export const openOrderListKey = (ledger: LedgerId, connection_id: string, order_id: string) => ({
  gsi1pk: `OPEN_ORDERS#${ledger}#${connection_id}`,
  gsi1sk: order_id,
});

export const openOrdersOf = (ledger: LedgerId, connection_id: string) => ({
  IndexName: INDEX,
  KeyConditionExpression: "gsi1pk = :pk",
  ExpressionAttributeValues: { ":pk": openOrderListKey(ledger, connection_id, "").gsi1pk },
});

/** Queries the open orders of a connection after an order. An id is never empty. */
export const openOrdersAfter = (ledger: LedgerId, connection_id: string, order_id: string) => ({
  IndexName: INDEX,
  KeyConditionExpression: "gsi1pk = :pk AND gsi1sk > :after",
  ExpressionAttributeValues: {
    ":pk": openOrderListKey(ledger, connection_id, "").gsi1pk,
    ":after": order_id || " ",
  },
});

/** The key of the number of open orders of a connection in a month, among the open rows of imports. */
export const openOrderCountKey = (ledger: LedgerId, connection_id: string, month: string): Key =>
  openImportRowsKey(ledger, `${connection_id}#${month}`);

export const CONNECTIONS_ITEM = defineItem({
  name: "connections",
  key: connectionsKey(ANY),
  group: "connections",
  journal: { changes: ANYTHING, rises: ["settings_version", "version"] },
});

/** The sealed secrets of a connection: what signs its deliveries, and what opens the shop. */
export const CONNECTION_SECRETS_ITEM = defineItem({
  name: "connection secrets",
  key: connectionSecretsKey(ANY, ANY),
  group: "connection_secrets",
  journal: false,
});

/** The account that a connection belongs to. */
export const INBOUND_ADDRESS_ITEM = defineItem({
  name: "inbound address",
  key: inboundAddressKey(ANY),
  group: "inbound_addresses",
  journal: { changes: [] },
  sandbox: "stays",
});

/** One message of a shop, and what became of it. Its body is in the imports bucket. */
export const INBOUND_DELIVERY_ITEM = defineItem({
  name: "inbound delivery",
  key: inboundDeliveryKey(ANY, { connection_id: ANY, hash: ANY }),
  group: "inbound_deliveries",
  journal: false,
  expires: true,
});

/** An order of a connected shop: its bookings, the edit that was booked last, and the reason why it waits for a person. */
export const SHOP_ORDER_ITEM = defineItem({
  name: "shop order",
  key: shopOrderKey(ANY, { source_id: ANY, order_id: ANY }),
  group: "shop_orders",
  journal: { changes: { allBut: ["order_id", "source_id"] }, rises: ["version"] },
});

/** The catch-up of a connection: how far it has come, and what it has found. */
export const CATCH_UP_ITEM = defineItem({
  name: "catch up",
  key: catchUpKey(ANY, ANY),
  group: "catch_ups",
  journal: { changes: ANYTHING, rises: ["version"] },
});

/** The number of orders of a connection and a month that wait for a person. */
export const OPEN_ORDER_COUNT_ITEM = defineItem({
  name: "count of open orders",
  key: openOrderCountKey(ANY, ANY, ANY),
  group: "open_import_rows",
  journal: false,
});
