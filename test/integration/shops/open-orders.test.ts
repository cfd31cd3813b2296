import { describe, expect, it } from "vitest";
import type { OpenOrder } from "../../../client/src/eu-vat-client.ts";
import { dynamo } from "../../../shared/platform/dynamodb/client.ts";
import { bookOpenOrder } from "../../../shared/shops/connections/open-orders.ts";
import { inboundWorker } from "../../../shared/shops/connections/process-delivery.ts";
import { INBOUND } from "../../../shared/shops/connections/receive.ts";
import { call } from "../../stack/api.ts";
import { callHolder } from "../../stack/held-calls.ts";
import { newSeller } from "../../stack/seller.ts";
import { sentTo } from "../../stack/sent-messages.ts";
import { allSettled, type ConnectedShop, connectedWoo, sendOrder } from "../../stack/shops.ts";

const PERIOD = "2026-Q3";
const ORDER = { id: 7, day: "2026-08-14", lines: [{ net: 10_000, rate: 1_900 }] };
const WITHOUT_COUNTRY = { ...ORDER, country: "XX" };

const shopOf = async (more = {}) =>
  connectedWoo(await newSeller("SE", { establishment_country: "SE" }), more);

async function openOrders({ seller, id }: ConnectedShop): Promise<readonly OpenOrder[]> {
  const path = `/v1/connections/${id}/open-orders`;
  const { body } = await call<{ items: OpenOrder[] }>(seller.readOnly, "GET", path);
  return body.items;
}

/** The rows of the quarter that wait, as its workspace lists them, and the status of its return. */
async function waitingIn({ seller }: ConnectedShop) {
  const path = `/v1/reports/filing-prep?period=${PERIOD}`;
  const { body } = await call<{
    union_oss: { readonly status: string };
    open_import_rows: readonly Record<string, unknown>[];
  }>(seller.readOnly, "GET", path);
  const rows = body.open_import_rows.map(({ month, row_count }) => [month, row_count]);
  return { status: body.union_oss.status, rows };
}

/** The open questions of the quarter. */
const questionsIn = async ({ seller }: ConnectedShop) =>
  (
    await call<{ union_oss: { readonly open_questions: readonly object[] } }>(
      seller.readOnly,
      "GET",
      `/v1/reports/filing-prep?period=${PERIOD}`,
    )
  ).body.union_oss.open_questions;

const decide = ({ seller, id }: ConnectedShop, order: number, decision: "book" | "settle") =>
  call<OpenOrder>(seller.full, "POST", `/v1/connections/${id}/open-orders/${order}/${decision}`);

/** Sends an order, and waits until it is processed. */
async function sent(shop: ConnectedShop, order: Parameters<typeof sendOrder>[1]): Promise<void> {
  expect(await sendOrder(shop, order)).toBe(200);
  await allSettled(shop);
}

describe("an order that cannot be booked", () => {
  it("keeps the return of its month from ready, until the shop sends a readable edit", async () => {
    const shop = await shopOf();
    await sent(shop, { ...ORDER, id: 6 });
    await sent(shop, WITHOUT_COUNTRY);
    expect(await openOrders(shop)).toMatchObject([
      {
        order_id: "7",
        outcome: "unresolved",
        month: "2026-08",
        is_booked: false,
        findings: [{ reason: "country_missing", column: "shipping.country" }],
      },
    ]);
    expect(await waitingIn(shop)).toEqual({ status: "review_required", rows: [["2026-08", 1]] });
    expect(await questionsIn(shop)).toMatchObject([
      { kind: "orders", count: 1, amounts: [{ currency: "EUR" }], unread_count: 0 },
    ]);
    // An edit of an earlier instant is booked, and the later one still waits.
    await sent(shop, { ...ORDER, modified: -60 });
    expect(await openOrders(shop)).toMatchObject([{ order_id: "7", is_booked: true }]);
    await sent(shop, { ...ORDER, modified: 60 });
    expect(await openOrders(shop)).toEqual([]);
    expect(await waitingIn(shop)).toEqual({ status: "ready", rows: [] });
  });

  it("counts once, whatever edits of it are sent, and in the month of the last", async () => {
    const shop = await shopOf();
    await Promise.all(
      [0, 1, 2, 3].map((modified) => sendOrder(shop, { ...WITHOUT_COUNTRY, modified })),
    );
    await allSettled(shop);
    expect((await waitingIn(shop)).rows).toEqual([["2026-08", 1]]);
    await sent(shop, { ...WITHOUT_COUNTRY, day: "2026-09-02", modified: 2_000_000 });
    expect((await waitingIn(shop)).rows).toEqual([["2026-09", 1]]);
  });

  it("is settled once and for this edit, and is open again with the next", async () => {
    const shop = await shopOf();
    await sent(shop, { ...ORDER, id: 6 });
    await sent(shop, WITHOUT_COUNTRY);
    const { status, body } = await decide(shop, 7, "settle");
    expect([status, body.order_id]).toEqual([200, "7"]);
    expect((await decide(shop, 7, "settle")).status).toBe(404);
    expect((await decide(shop, 7, "book")).status).toBe(404);
    expect(await waitingIn(shop)).toEqual({ status: "ready", rows: [] });
    await sent(shop, { ...WITHOUT_COUNTRY, modified: 5 });
    expect((await waitingIn(shop)).rows).toEqual([["2026-08", 1]]);
  });

  it("waits on while its booking is requested in vain", async () => {
    const shop = await shopOf();
    await sent(shop, WITHOUT_COUNTRY);
    const doneAt = async () => (await allSettled(shop))[0]?.done_at;
    const before = await doneAt();
    expect((await decide(shop, 7, "book")).status).toBe(202);
    await expect.poll(doneAt).not.toBe(before);
    expect((await waitingIn(shop)).rows).toEqual([["2026-08", 1]]);
  });

  it("is not on the list of a connection of another shop", async () => {
    const shop = await shopOf();
    await sent(shop, WITHOUT_COUNTRY);
    const other = await connectedWoo(shop.seller, { source_id: "other" });
    expect(await openOrders(other)).toEqual([]);
    expect((await decide(other, 7, "settle")).status).toBe(404);
    expect((await decide(shop, 8, "book")).status).toBe(404);
  });
});

it("an edit on which the connection asks waits, and is booked or left by a decision", async () => {
  const shop = await shopOf({ on_edit: "ask" });
  const edited = (id: number) => ({
    ...ORDER,
    id,
    modified: 5,
    lines: [{ net: 5_000, rate: 1_900 }],
  });
  for (const order of [ORDER, { ...ORDER, id: 8 }, edited(7), edited(8)]) await sent(shop, order);
  expect((await openOrders(shop)).map((openOrder) => openOrder.findings[0]?.reason)).toEqual([
    "order_edited",
    "order_edited",
  ]);
  expect((await waitingIn(shop)).rows).toEqual([["2026-08", 2]]);
  await decide(shop, 8, "settle");
  await decide(shop, 7, "book");
  await expect.poll(() => openOrders(shop)).toEqual([]);
  const path = `/v1/returns/union-oss/${PERIOD}`;
  const { body } = await call<{ rows: { taxable_amount_minor: number }[] }>(
    shop.seller.readOnly,
    "GET",
    path,
  );
  expect(body.rows.map((row) => row.taxable_amount_minor)).toEqual([15_000]);
});

it("waits until its events are committed: no return is ready without them", async () => {
  const shop = await shopOf({ on_edit: "ask" });
  await sent(shop, ORDER);
  await sent(shop, { ...ORDER, modified: 5, lines: [{ net: 5_000, rate: 1_900 }] });
  using asked = sentTo(INBOUND.name);
  await bookOpenOrder(shop.seller.account, { id: shop.id, order_id: "7" });
  const Records = asked.messages.map((message) => ({
    messageId: "1",
    body: JSON.stringify(message),
  }));
  const { next } = callHolder(dynamo);
  const held = next((name, input) => name === "TransactWriteItems" && input.includes("EVENT#"));
  const worked = inboundWorker()({ Records });
  await held.reached;
  expect((await waitingIn(shop)).rows).toEqual([["2026-08", 1]]);
  held.release();
  expect(await worked).toEqual({ batchItemFailures: [] });
  expect(await waitingIn(shop)).toEqual({ status: "ready", rows: [] });
  expect(await openOrders(shop)).toEqual([]);
});
