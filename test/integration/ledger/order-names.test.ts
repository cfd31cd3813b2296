import { beforeAll, describe, expect, it } from "vitest";
import { eraseOrderNames } from "../../../shared/ledger/order-names/store-order-names.ts";
import { textOf, utf8 } from "../../make/damaged-file.ts";
import { SAMPLES } from "../../make/import-sample.ts";
import { shopifyHeaders, shopifyOrder } from "../../make/shop-order.ts";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { controlled, importedFile, overImport } from "../../stack/imports.ts";
import { newSeller } from "../../stack/seller.ts";
import { allSettled, connectedShopify, sendTo } from "../../stack/shops.ts";

type Named = { readonly event_id: string; readonly order_name: string | null };
type Page = { readonly items: readonly Named[]; readonly next_cursor: string | null };

const SHOPIFY = SAMPLES.find(({ format }) => format.name === "shopify_csv");

function shopifyFile(changed = (text: string) => text) {
  if (!SHOPIFY) throw new RangeError("no sample of shopify_csv");
  const { settings, bytes } = SHOPIFY;
  return { format: "shopify_csv", settings, bytes: utf8(changed(textOf(bytes))) };
}

const listed = async ({ readOnly }: Account, query: Readonly<Record<string, string>>) =>
  call<Page>(readOnly, "GET", `/v1/supply-events?${new URLSearchParams(query)}`);

const named = async (seller: Account, order: string) =>
  (await listed(seller, { order })).body.items.map(({ order_name }) => order_name);

/** The pages of the events of orders, one row each. */
async function pagesOf(seller: Account, order: string): Promise<Named[]> {
  const found: Named[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query: Record<string, string> = { order, limit: "1", ...(cursor && { cursor }) };
    const { body } = await listed(seller, query);
    found.push(...body.items);
    cursor = body.next_cursor;
  }
  return found;
}

describe("the name of an imported order", () => {
  let seller: Account;
  let imported: { readonly id: string };

  beforeAll(async () => {
    seller = await newSeller("SE");
    imported = await importedFile(seller, shopifyFile());
    await call(seller.full, "POST", "/v1/supply-events", makeSale({ event_id: "own" }));
  });

  it("stands in the event, and in lists", async () => {
    const [event] = (await listed(seller, { order: "#1001" })).body.items;
    const { body } = await call<Named>(
      seller.readOnly,
      "GET",
      `/v1/supply-events/${encodeURIComponent(event?.event_id ?? "")}`,
    );
    expect([event?.order_name, body.order_name]).toEqual(["#1001", "#1001"]);
    const all = (await listed(seller, {})).body.items;
    expect(all.find(({ event_id }) => event_id === event?.event_id)?.order_name).toBe("#1001");
    expect(all.find(({ event_id }) => event_id === "own")?.order_name).toBeNull();
  });

  it("is found by its beginning, with and without the sign before it", async () => {
    expect(new Set(await named(seller, "1001"))).toEqual(new Set(["#1001"]));
    const beginning = await named(seller, "#10");
    expect(beginning).toEqual(beginning.toSorted());
    expect(new Set(beginning).size).toBeGreaterThan(2);
    expect(await named(seller, "2001")).toEqual([]);
  });

  it("pages through all events of the orders, each once", async () => {
    const { body } = await listed(seller, { order: "10" });
    expect(await pagesOf(seller, "10")).toEqual(body.items);
  });

  it("takes no other filter, and no cursor of another list", async () => {
    const byOrder = (await listed(seller, { order: "10", limit: "1" })).body.next_cursor ?? "";
    const byDay = (await listed(seller, { limit: "1" })).body.next_cursor ?? "";
    for (const query of [
      { order: "10", source_id: "shop" },
      { order: "10", cursor: byDay },
      { order: "11", cursor: byOrder },
      { cursor: byOrder },
    ]) {
      expect((await listed(seller, query as Record<string, string>)).status).toBe(400);
    }
  });

  it("is erased when its import is undone, and comes back with the file", async () => {
    await controlled(seller, imported.id, "undo");
    await overImport(seller, imported.id);
    expect(await named(seller, "10")).toEqual([]);
    await importedFile(seller, shopifyFile());
    expect(new Set(await named(seller, "1001"))).toEqual(new Set(["#1001"]));
  });

  it("is erased with the free text of its account", async () => {
    expect(await eraseOrderNames(seller.account)).toBeGreaterThan(2);
    expect(await named(seller, "10")).toEqual([]);
    expect(await eraseOrderNames(seller.account)).toBe(0);
  });
});

it("a connected shop names its orders, until they are taken back", async () => {
  const order = shopifyOrder({ id: 7, lines: [{ net: 10_000, rate: 1_900 }] });
  const shop = await connectedShopify(await newSeller("SE", { establishment_country: "SE" }));
  const send = async (topic: string, content: unknown) => {
    const body = JSON.stringify(content);
    const answer = await sendTo(shop.id, body, shopifyHeaders(shop.secret, topic, body));
    expect(answer.status).toBe(200);
    return allSettled(shop);
  };
  await send("orders/updated", { ...order, name: "#1007" });
  expect(await named(shop.seller, "1007")).toEqual(["#1007"]);
  const updated_at = "2026-10-20T12:00:00+02:00";
  const cancelled = { ...order, name: "#1007", cancelled_at: updated_at, updated_at };
  await send("orders/updated", { ...cancelled, financial_status: "voided" });
  expect(await named(shop.seller, "1007")).toEqual([]);
});

describe("the name of an order that a person has entered", () => {
  it("is its transaction, where the request says so, and finds its events", async () => {
    const seller = await newSeller();
    const post = (query: string, body: object) =>
      call(seller.full, "POST", `/v1/supply-events?${query}`, body);
    const sale = (event_id: string, transaction_id: string) =>
      makeSale({ event_id, transaction_id });
    await post("name_orders=true", { events: [sale("a", "#B-77"), sale("b", "#B-77")] });
    await post("name_orders=true", { ...sale("c", "B-771"), source_id: "shop" });
    const broken = { ...sale("e", "B-772"), currency: "none" };
    const other = sale("a", "B-770");
    await post("name_orders=true&on_error=skip", { events: [sale("d", "B-772"), broken, other] });
    await post("name_orders=true&dry_run=true", sale("f", "B-773"));
    await post("", sale("g", "B-774"));
    const { body } = await listed(seller, { order: "b-77" });
    expect(body.items.map(({ event_id, order_name }) => [event_id, order_name])).toEqual([
      ["a", "#B-77"],
      ["b", "#B-77"],
      ["c", "B-771"],
      ["d", "B-772"],
    ]);
  });
});
