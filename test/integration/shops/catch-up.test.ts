import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Connection, OpenOrder } from "../../../client/src/eu-vat-client.ts";
import { dynamo, tableName } from "../../../shared/platform/dynamodb/client.ts";
import { connectionSecretsKey } from "../../../shared/platform/table/connections.ts";
import { wooOrder } from "../../make/shop-order.ts";
import { call } from "../../stack/api.ts";
import { startReceiver } from "../../stack/receiver.ts";
import { newSeller } from "../../stack/seller.ts";
import { type ShopServer, startWooShop, WOO_KEYS } from "../../stack/shop-server.ts";
import {
  allSettled,
  type ConnectedShop,
  caughtUp,
  connectedWoo,
  giveAccess,
  sendOrder,
  sendWoo,
} from "../../stack/shops.ts";
import { inSoak } from "../../stack/soak.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";
import { newWebhook, workAt } from "../../stack/webhooks.ts";

const { itInTurn } = testsInTurn(import.meta.url);

let server: ShopServer;
let shop: ConnectedShop;
beforeEach(async () => {
  server = await startWooShop();
  shop = await connectedWoo(await newSeller("SE", { establishment_country: "SE" }));
});
afterEach(() => server.close());

/** The lines of the return: Member State, rate, taxable amount, VAT. */
async function linesOf({ seller }: ConnectedShop) {
  const path = "/v1/returns/union-oss/2026-Q4";
  const { body } = await call<{ rows: Record<string, unknown>[] }>(seller.readOnly, "GET", path);
  return body.rows.map((row) => [
    row["member_state_of_consumption"],
    row["vat_rate_bps"],
    row["taxable_amount_minor"],
    row["vat_amount_minor"],
  ]);
}

const FROM = { from: "2026-10-01" };
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);
const lines = [{ net: 10_000, rate: 1_900 }];
const put = (...orders: Parameters<typeof sendOrder>[1][]) => {
  for (const order of orders) server.orders.set(order.id, order);
};

describe("a catch-up", () => {
  it("books what no message has brought, with refunds, and counts it", async () => {
    const [one, two] = [
      { id: 1, lines },
      {
        id: 2,
        lines,
        refunds: [{ id: 9, day: "2026-10-20", lines: [{ net: 4_000, rate: 1_900 }] }],
      },
    ];
    await sendOrder(shop, one);
    await allSettled(shop);
    put(one, two, { id: 3, lines, status: "pending" }, { id: 4, lines, country: "XX" });
    await giveAccess(shop, server, WOO_KEYS);
    const { catch_up, access } = await caughtUp(shop, FROM);
    expect(access).toMatchObject({ address: server.url, fault: null });
    expect(catch_up).toMatchObject({
      state: "done",
      orders: 4,
      changed: 1,
      taken_back: 0,
      not_booked: 1,
      message: null,
      reaches_back_to: null,
    });
    expect(await linesOf(shop)).toEqual([["DE", 1_900, 16_000, 3_040]]);
    const [open] = await allSettled(shop);
    expect(open).toMatchObject({
      topic: "catch-up",
      order_id: "4",
      outcome: "unresolved",
      findings: [{ reason: "country_missing" }],
    });
    const again = await caughtUp(shop, FROM);
    expect(again.catch_up).toMatchObject({ orders: 4, changed: 0, taken_back: 0, not_booked: 1 });
    const { text } = await call(shop.seller.readOnly, "GET", "/v1/connections");
    expect(text).not.toContain(WOO_KEYS.secret);
    expect(text).not.toContain(WOO_KEYS.key);
  });

  it("takes back what was deleted or is in the trash, and tells it", async () => {
    put({ id: 1, lines }, { id: 2, lines }, { id: 3, lines });
    await giveAccess(shop, server, WOO_KEYS);
    await caughtUp(shop, FROM);
    server.orders.delete(1);
    put({ id: 2, lines, status: "trash" });
    const { catch_up } = await caughtUp(shop, FROM);
    expect(catch_up).toMatchObject({ state: "done", orders: 1, changed: 0, taken_back: 2 });
    expect(await linesOf(shop)).toEqual([["DE", 1_900, 10_000, 1_900]]);
    const results = (await allSettled(shop)).map(({ order_id, outcome, findings }) => [
      order_id,
      outcome,
      findings[0]?.reason,
    ]);
    expect(results.sort()).toEqual([
      ["1", "taken_back", "order_gone"],
      ["2", "taken_back", "order_gone"],
    ]);
    // An order that is out of the trash again is booked again.
    put({ id: 2, lines, modified: 60 });
    expect((await caughtUp(shop, FROM)).catch_up).toMatchObject({ changed: 1, taken_back: 0 });
    expect(await linesOf(shop)).toEqual([["DE", 1_900, 20_000, 3_800]]);
  });

  it("takes nothing back when most orders are missing, as in another shop, until that is confirmed", async () => {
    const all = Array.from({ length: 20 }, (_, n) => ({ id: n + 1, lines }));
    put(...all);
    await giveAccess(shop, server, WOO_KEYS);
    await caughtUp(shop, FROM);
    for (const { id } of all.slice(5)) server.orders.delete(id);
    const { catch_up, access } = await caughtUp(shop, FROM);
    expect(catch_up).toMatchObject({ state: "failed", taken_back: 0 });
    expect(access?.fault).toMatchObject({
      code: "orders_missing",
      message: "15 of 20 booked orders are not in this shop",
    });
    expect(await linesOf(shop)).toEqual([["DE", 1_900, 200_000, 38_000]]);
    const confirmed = await caughtUp(shop, { ...FROM, confirm_missing: true });
    expect(confirmed).toMatchObject({ catch_up: { taken_back: 15 }, access: { fault: null } });
    expect(await linesOf(shop)).toEqual([["DE", 1_900, 50_000, 9_500]]);
  });

  /** The orders at the ends of both pages; in a soak all. The others are unpaid, and booked by nobody. */
  const BOOKED = [1, 2, 3, 49, 50, 51, 52, 53, 60, ...inSoak(...range(4, 48), ...range(54, 59))];
  const numbered = (id: number) => ({
    id,
    lines,
    modified: id <= 52 ? 5 : id - 1,
    ...(!BOOKED.includes(id) && { status: "pending" }),
  });

  it("pages through orders of one second, and through orders that are edited meanwhile", async () => {
    put(...Array.from({ length: 60 }, (_, n) => numbered(n + 1)));
    // The first order of the list moves to its end while the first page is on its way.
    let isEdited = false;
    server.onRequest = (path) => {
      if (isEdited || !path.includes("page=2")) return;
      isEdited = true;
      put({ id: 1, lines: [{ net: 20_000, rate: 1_900 }], modified: 900 });
    };
    await giveAccess(shop, server, WOO_KEYS);
    const { catch_up } = await caughtUp(shop, FROM);
    expect(isEdited).toBe(true);
    expect(catch_up).toMatchObject({ state: "done", not_booked: 0 });
    await caughtUp(shop);
    const count = BOOKED.length + 1;
    expect(await linesOf(shop)).toEqual([["DE", 1_900, count * 10_000, count * 1_900]]);
  });

  it("keeps to what the shop says of its limits, and survives failures and slow answers", async () => {
    put(...Array.from({ length: 3 }, (_, n) => ({ id: n + 1, lines, modified: n })));
    server.slow = 30;
    server.hiccups.push(
      { status: 429, headers: { "retry-after": "1" } },
      { status: 503, headers: { "retry-after": "0" } },
      "broken",
    );
    await giveAccess(shop, server, WOO_KEYS);
    const { catch_up, access } = await caughtUp(shop, FROM);
    expect(catch_up).toMatchObject({ state: "done", orders: 3, changed: 3 });
    expect(access?.fault).toBeNull();
  });

  it("begins a day before the last change that it has seen, by the clock of the shop", async () => {
    put({ id: 1, lines, modified: 86_400 * 400 });
    await giveAccess(shop, server, WOO_KEYS);
    const { reached } = (await caughtUp(shop, FROM)).catch_up;
    expect(reached).toBe("2027-11-09T08:00:00.000Z");
    put({ id: 2, lines, modified: 86_400 * 400 - 3_600 });
    const { catch_up } = await caughtUp(shop);
    expect(catch_up).toMatchObject({ from: "2027-11-08T08:00:00.000Z", orders: 2, changed: 1 });
    // Without changes the beginning stays where it is.
    expect((await caughtUp(shop)).catch_up.from).toBe(catch_up.from);
  });
});

describe("refunds of WooCommerce", () => {
  const refunds = [{ id: 9, day: "2026-10-20", lines: [{ net: 4_000, rate: 1_900 }] }];
  const refunded = { id: 2, lines, refunds, modified: 60 };

  it("are fetched with their lines when a message names them", async () => {
    put(refunded);
    await giveAccess(shop, server, WOO_KEYS);
    await sendOrder(shop, refunded);
    expect((await allSettled(shop))[0]).toMatchObject({
      outcome: "committed",
      findings: [],
    });
    expect(await linesOf(shop)).toEqual([["DE", 1_900, 6_000, 1_140]]);
    expect((await caughtUp(shop, FROM)).catch_up).toMatchObject({ orders: 1, changed: 0 });
  });

  it("are reported without access, and booked by the catch-up once access is given", async () => {
    put(refunded);
    await sendOrder(shop, refunded);
    expect((await allSettled(shop))[0]).toMatchObject({
      outcome: "unresolved",
      findings: [{ reason: "refund_lines_unknown" }],
    });
    expect(await linesOf(shop)).toEqual([["DE", 1_900, 10_000, 1_900]]);
    await giveAccess(shop, server, WOO_KEYS);
    expect((await caughtUp(shop, FROM)).catch_up).toMatchObject({ orders: 1, changed: 1 });
    expect(await linesOf(shop)).toEqual([["DE", 1_900, 6_000, 1_140]]);
    // What the shop sends again of the same instant changes nothing.
    await sendWoo(shop, "order.created", wooOrder(refunded));
    await allSettled(shop);
    expect(await linesOf(shop)).toEqual([["DE", 1_900, 6_000, 1_140]]);
  });
});

/** The ids of the open orders of a connection, each with the instant since which it waits. */
async function openSince(connected: ConnectedShop) {
  return (await openOrders(connected)).map(({ order_id, since }) => [order_id, since]);
}

async function openOrders({ seller, id }: ConnectedShop) {
  const path = `/v1/connections/${id}/open-orders`;
  return (await call<{ items: OpenOrder[] }>(seller.readOnly, "GET", path)).body.items;
}

it("an order that the shop has not changed keeps its booking when it would be judged otherwise now", async () => {
  put({ id: 1, lines });
  await giveAccess(shop, server, WOO_KEYS);
  expect((await caughtUp(shop, FROM)).catch_up).toMatchObject({ changed: 1 });
  const path = `/v1/connections/${shop.id}`;
  const settings = { dispatch_country: "DE" };
  expect((await call(shop.seller.full, "PATCH", path, { settings })).status).toBe(200);
  expect((await caughtUp(shop, FROM)).catch_up).toMatchObject({ orders: 1, changed: 0 });
  expect(await linesOf(shop)).toEqual([["DE", 1_900, 10_000, 1_900]]);
  expect(await openOrders(shop)).toEqual([]);
});

it("an order whose refund cannot be booked stays open through every catch-up, until the shop corrects it", async () => {
  // A refund of the amount alone, of an order of two rates.
  const two = [...lines, { net: 5_000, rate: 700 }];
  const refund = { id: 9, day: "2026-10-20", lines: [], amount: 1_000 };
  put({ id: 2, lines: two, refunds: [refund] });
  await sendOrder(shop, { id: 2, lines: two, refunds: [refund] });
  await allSettled(shop);
  await giveAccess(shop, server, WOO_KEYS);
  const seen = await openSince(shop);
  expect(seen.map(([order_id]) => order_id)).toEqual(["2"]);
  const prep = () =>
    call<{ union_oss: { status: string }; open_import_rows: { row_count: number }[] }>(
      shop.seller.readOnly,
      "GET",
      "/v1/reports/filing-prep?period=2026-Q4",
    );
  for (let run = 0; run < 3; run += 1) {
    const { catch_up } = await caughtUp(shop, FROM);
    expect(catch_up).toMatchObject({ orders: 1, not_booked: 1 });
    expect(await openSince(shop)).toEqual(seen);
    expect((await prep()).body.open_import_rows).toMatchObject([{ row_count: 1 }]);
  }
  expect(await openOrders(shop)).toMatchObject([
    { findings: [{ country: "DE", gross_amount_minor: -1_000 }] },
  ]);
  put({ id: 2, lines: two, modified: 60, refunds: [{ id: 9, day: refund.day, lines }] });
  await caughtUp(shop, FROM);
  expect(await openSince(shop)).toEqual([]);
  expect((await prep()).body.open_import_rows).toEqual([]);
});

it("the last of several refunds reverses what the others have left of an order of two rates", async () => {
  const two = [...lines, { net: 5_000, rate: 700 }];
  // 172.50 in all: 47.60 by a line, and the rest of 124.90 by its amount alone.
  const refunds = [
    { id: 9, day: "2026-10-20", lines: [{ net: 4_000, rate: 1_900 }] },
    { id: 10, day: "2026-10-21", lines: [], amount: 12_490 },
  ];
  put({ id: 2, lines: two, refunds });
  await giveAccess(shop, server, WOO_KEYS);
  expect((await caughtUp(shop, FROM)).catch_up).toMatchObject({ changed: 1, not_booked: 0 });
  expect(await openOrders(shop)).toEqual([]);
  expect((await linesOf(shop)).filter(([, , net, vat]) => net !== 0 || vat !== 0)).toEqual([]);
});

describe("a wrong set-up is reported on the connection's page", () => {
  const path = () => `/v1/connections/${shop.id}`;
  const connection = async () => (await call<Connection>(shop.seller.readOnly, "GET", path())).body;

  it("a key without rights", async () => {
    const keys = { ...WOO_KEYS, secret: `cs_${"0".repeat(40)}` };
    await giveAccess(shop, server, keys);
    const { catch_up, access } = await caughtUp(shop);
    expect(catch_up).toMatchObject({ state: "failed", message: "the shop answered 401" });
    expect(access?.fault).toMatchObject({ code: "pull_rejected", since: expect.any(String) });
    await giveAccess(shop, server, WOO_KEYS);
    expect((await caughtUp(shop)).access?.fault).toBeNull();
  });

  it("an address without TLS, of something else than a shop, or keys in each other's place", async () => {
    const give = (body: object) => call(shop.seller.full, "POST", `${path()}/access`, body);
    const wrong = await give({
      address: "http://shop.example",
      key: WOO_KEYS.secret,
      secret: WOO_KEYS.key,
    });
    expect(wrong.status).toBe(400);
    const details = wrong.body["details"] as { field: string; message: string }[];
    expect(details.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      "address: must begin with https://",
      "key: must be the consumer key, which begins with ck_",
      "secret: must be the consumer secret, which begins with cs_",
    ]);
    expect((await connection()).access).toBeNull();
    await giveAccess(shop, { url: `${server.url}/blog` }, WOO_KEYS);
    expect((await caughtUp(shop)).catch_up).toMatchObject({
      state: "failed",
      message: "the shop answered 404: check its address and its permalinks",
    });
  });

  itInTurn("a shop that does not answer, after it was asked again and again", async () => {
    const outage = { status: 503, headers: { "retry-after": "0" } };
    server.hiccups.push(outage, outage, outage, outage, outage);
    await giveAccess(shop, server, WOO_KEYS);
    expect(await caughtUp(shop)).toMatchObject({
      catch_up: { state: "failed", message: "the shop answered 503" },
      access: { fault: { code: "pull_failed" } },
    });
  });

  it("a webhook that the shop has switched off, until it is active again", async () => {
    // https://woocommerce.github.io/woocommerce-rest-api-docs/#webhook-properties
    const hook = (status: string, id = shop.id) => ({
      id: 1,
      status,
      topic: "order.updated",
      delivery_url: `https://vat.example/v1/inbound/${id}`,
    });
    await giveAccess(shop, server, WOO_KEYS);
    server.lists.set("webhooks", [hook("disabled", "cn_other"), hook("active")]);
    expect((await caughtUp(shop)).access?.fault).toBeNull();
    server.lists.set("webhooks", [hook("active"), hook("disabled")]);
    put({ id: 1, lines });
    const { catch_up, access } = await caughtUp(shop, FROM);
    expect(catch_up).toMatchObject({ state: "done", changed: 1 });
    expect(access?.fault).toMatchObject({
      code: "webhook_switched_off",
      message: expect.stringContaining("order.updated"),
    });
    server.lists.set("webhooks", [hook("active")]);
    expect((await caughtUp(shop)).access?.fault).toBeNull();
  });

  it("a wrong topic, until a message of a right one arrives", async () => {
    await sendWoo(shop, "product.updated", { id: 5 });
    expect((await connection()).fault).toMatchObject({ code: "topic_not_needed" });
    await sendOrder(shop, { id: 1, lines });
    expect((await connection()).fault).toBeNull();
    await sendWoo(shop, "product.updated", { id: 6 });
    expect((await connection()).fault).toBeNull();
  });

  itInTurn("no access, and a pause", async () => {
    const ask = () => call(shop.seller.full, "POST", `${path()}/catch-up`, {});
    expect(await ask()).toMatchObject({ status: 409, body: { error: "connection_not_ready" } });
    await giveAccess(shop, server, WOO_KEYS);
    await call(shop.seller.full, "PATCH", path(), { paused: true });
    expect(await ask()).toMatchObject({
      status: 409,
      body: { message: "the connection is paused: let it go on first" },
    });
  });
});

it("tells once that a connection begins to fail, and again when it does so again", async () => {
  type NotificationList = {
    items: { kind: string; done: boolean; about: object; texts: { en: { subject: string } } }[];
  };
  const notifications = async () =>
    (await call<NotificationList>(shop.seller.readOnly, "GET", "/v1/notifications")).body.items;
  const wrong = { ...WOO_KEYS, secret: `cs_${"0".repeat(40)}` };
  const receiver = await startReceiver();
  await newWebhook(shop.seller, receiver.url, ["connection.failing"]);
  await giveAccess(shop, server, wrong);
  await caughtUp(shop);
  await caughtUp(shop);
  const [one, ...others] = await notifications();
  expect(others).toEqual([]);
  expect(one).toMatchObject({
    kind: "connection.failing",
    about: { connection_id: shop.id },
    texts: { en: { subject: "The connected shop shop is failing" } },
  });
  await workAt(shop.seller.account, new Date());
  await receiver.close();
  expect(receiver.received.map(({ body }) => JSON.parse(body))).toMatchObject([
    {
      type: "connection.failing",
      data: { connection_id: shop.id, source_id: "shop", code: "pull_rejected" },
    },
  ]);
  expect((await notifications()).map(({ done }) => done)).toEqual([false]);
  await giveAccess(shop, server, WOO_KEYS);
  await caughtUp(shop);
  expect((await notifications()).map(({ done }) => done)).toEqual([true]);
  await giveAccess(shop, server, wrong);
  await caughtUp(shop);
  expect(await notifications()).toHaveLength(2);
});

it("forgets the access with the connection", async () => {
  await giveAccess(shop, server, WOO_KEYS);
  const Key = connectionSecretsKey(shop.seller.account, shop.id);
  const secrets = async () =>
    (await dynamo.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }))).Item;
  expect(Object.keys((await secrets()) ?? {}).sort()).toContain("access");
  expect(JSON.stringify(await secrets())).not.toMatch(/ck_|cs_/);
  await call(shop.seller.full, "DELETE", `/v1/connections/${shop.id}`);
  expect(Object.keys((await secrets()) ?? {}).sort()).toEqual(["pk", "schema_version", "sk"]);
});
