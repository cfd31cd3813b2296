import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { openOrder } from "../../../shared/imports/orders/open-orders.ts";
import { MOST_CONNECTIONS } from "../../../shared/shops/connections/connection.ts";
import { loadConnections } from "../../../shared/shops/connections/store-connections.ts";
import { listInbound } from "../../../shared/shops/connections/store-inbound.ts";
import type { Recorder } from "./recorder.ts";

const ACCOUNT = "my-shop" as LedgerId;
const SECRET = "a-secret-that-the-shop-shows";

/** An order as WooCommerce sends it, with the fields that are read. */
const ORDER = {
  id: 1001,
  number: "1001",
  status: "completed",
  currency: "EUR",
  date_modified_gmt: "2026-08-14T08:00:00",
  date_paid: "2026-08-14T10:00:00",
  total_tax: "19.00",
  billing: { country: "DE", postcode: "10115" },
  shipping: { country: "DE", postcode: "10115" },
  tax_lines: [{ rate_id: 1, rate_code: "DE-MWST-1", rate_percent: 19 }],
  line_items: [{ total: "100.00", total_tax: "19.00", taxes: [{ id: 1, total: "19.00" }] }],
  refunds: [],
};

export async function recordConnections(recorder: Recorder): Promise<void> {
  const settings = { dispatch_country: "SE" };
  const body = { kind: "woocommerce", source_id: "web-shop", settings };
  const made = await recorder.show("createConnection", "A shop that sends from Sweden", { body });
  const path = { id: String(made["id"]) };
  await recorder.show("setConnectionSecret", "The secret that the shop shows", {
    path,
    body: { secret: SECRET },
  });
  const message = JSON.stringify(ORDER);
  await recorder.show("receiveMessage", "An order of WooCommerce", {
    path,
    body: message,
    headers: signed(message),
  });
  await booked(path.id);
  await recorder.refused("invalid_signature", "receiveMessage", { path, body: message });
  await recorder.show("listInboundDeliveries", "What became of it", { path });
  await recordOpenOrders(recorder, path);
  await recorder.show("listConnections", "All of them", {});
  await recorder.show("getConnection", "One of them", { path });
  await recorder.show("updateConnection", "Paused for a while", { path, body: { paused: true } });
  await recorder.show("deleteConnection", "No longer wanted", { path });
  for (let n = 0; n < MOST_CONNECTIONS; n += 1) {
    const source_id = n === 0 ? body.source_id : `web-shop-${n}`;
    await recorder.prepare("createConnection", { body: { ...body, source_id } });
  }
  await recorder.refused("source_connected", "createConnection", { body });
  await recorder.refused("connection_limit_reached", "createConnection", {
    body: { ...body, source_id: "one-too-many" },
  });
  process.env["NOT_ENABLED"] = "connections";
  await recorder.refused("not_enabled", "createConnection", { body });
  delete process.env["NOT_ENABLED"];
  const { connections } = await loadConnections(ACCOUNT);
  await recordCatchUp(recorder, { id: connections[0]?.id ?? "" });
}

/** Records the access to a shop, and a catch-up. No shop is there: what is shown is that it begins. */
async function recordCatchUp(recorder: Recorder, path: { readonly id: string }): Promise<void> {
  await recorder.refused("connection_not_ready", "startCatchUp", { path, body: {} });
  await recorder.show("setConnectionAccess", "The keys of a shop of WooCommerce", {
    path,
    body: {
      address: "https://web-shop.example",
      key: `ck_${"x".repeat(40)}`,
      secret: `cs_${"x".repeat(40)}`,
    },
  });
  await recorder.show("startCatchUp", "Everything since the beginning of a quarter", {
    path,
    body: { from: "2026-07-01" },
  });
}

/** Records an order without a country, which waits for a person. */
async function recordOpenOrders(
  recorder: Recorder,
  { id }: { readonly id: string },
): Promise<void> {
  const order_id = "1002";
  const body = JSON.stringify({ ...ORDER, id: 1002, number: order_id, billing: {}, shipping: {} });
  await recorder.prepare("receiveMessage", { path: { id }, body, headers: signed(body) });
  await booked(id);
  await recorder.show("listOpenOrders", "One without a country", { path: { id } });
  const path = { id, order_id };
  await recorder.show("bookOpenOrder", "Once the settings were changed", { path });
  await booked(id);
  await recorder.show("settleOpenOrder", "It belongs in no return", { path });
  await recorder.refused("message_expired", "bookOpenOrder", {
    path: { id, order_id: await unstored(id) },
  });
}

/** Notes an open order whose message is no longer stored, and returns its id. */
async function unstored(connection_id: string): Promise<string> {
  const order_id = "1003";
  await openOrder(
    ACCOUNT,
    { source_id: "web-shop", order_id },
    {
      connection_id,
      outcome: "unresolved",
      since: new Date().toISOString(),
      modified_at: "2026-08-14T08:00:00.000Z",
      findings: [],
    },
  );
  return order_id;
}

const signed = (message: string) => ({
  "x-wc-webhook-topic": "order.updated",
  "x-wc-webhook-signature": createHmac("sha256", SECRET).update(message).digest("base64"),
});

/** Waits until the worker has booked every message of a connection. */
async function booked(id: string): Promise<void> {
  const isWaiting = async () =>
    (await listInbound(ACCOUNT, id, 10)).some(({ done_at }) => done_at === undefined);
  while (await isWaiting()) await wait(10);
}
