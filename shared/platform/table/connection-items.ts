import {
  catchUpKey,
  connectionSecretsKey,
  connectionsKey,
  inboundAddressKey,
  inboundDeliveryKey,
  openOrderCountKey,
  shopOrderKey,
} from "./connection-keys.ts";
import { ANY, ANYTHING, defineItem } from "./item.ts";

/** The connected shops of an account. */
export const CONNECTIONS_ITEM = defineItem({
  name: "connections",
  key: connectionsKey(ANY),
  version: 1,
  group: "connections",
  reads: ["GetItem"],
  writes: ["PutItem"],
  journal: { changes: ANYTHING, rises: ["version"] },
  sandbox: "removed",
});

/** The sealed secrets of a connection: what signs its deliveries, and what opens the shop. */
export const CONNECTION_SECRETS_ITEM = defineItem({
  name: "connection secrets",
  key: connectionSecretsKey(ANY, ANY),
  version: 1,
  group: "connection_secrets",
  reads: ["GetItem"],
  writes: ["UpdateItem"],
  journal: false,
  sandbox: "removed",
});

/** The account that a connection belongs to. */
export const INBOUND_ADDRESS_ITEM = defineItem({
  name: "inbound address",
  key: inboundAddressKey(ANY),
  version: 1,
  group: "inbound_addresses",
  reads: ["GetItem"],
  writes: ["PutItem"],
  journal: { changes: [] },
  sandbox: "stays",
});

/** One message of a shop, and what became of it. Its body is in the imports bucket. */
export const INBOUND_DELIVERY_ITEM = defineItem({
  name: "inbound delivery",
  key: inboundDeliveryKey(ANY, { connection_id: ANY, hash: ANY }),
  version: 1,
  group: "inbound_deliveries",
  reads: ["GetItem", "BatchGetItem"],
  writes: ["PutItem", "UpdateItem"],
  journal: false,
  expires: true,
  sandbox: "removed",
});

/** An order of a connected shop: its bookings, the edit that was booked last, and the reason why it waits for a person. */
export const SHOP_ORDER_ITEM = defineItem({
  name: "shop order",
  key: shopOrderKey(ANY, { source_id: ANY, order_id: ANY }),
  version: 1,
  group: "shop_orders",
  reads: ["GetItem", "BatchGetItem"],
  writes: ["PutItem"],
  journal: { changes: { allBut: ["order_id", "source_id"] }, rises: ["version"] },
  sandbox: "removed",
});

/** The catch-up of a connection: how far it has come, and what it has found. */
export const CATCH_UP_ITEM = defineItem({
  name: "catch up",
  key: catchUpKey(ANY, ANY),
  version: 1,
  group: "catch_ups",
  reads: ["GetItem", "BatchGetItem"],
  writes: ["PutItem"],
  journal: { changes: ANYTHING, rises: ["version"] },
  sandbox: "removed",
});

/** The number of orders of a connection and a month that wait for a person. */
export const OPEN_ORDER_COUNT_ITEM = defineItem({
  name: "count of open orders",
  key: openOrderCountKey(ANY, ANY, ANY),
  version: 1,
  group: "open_import_rows",
  reads: ["Query"],
  writes: ["UpdateItem"],
  journal: false,
  sandbox: "removed",
});
