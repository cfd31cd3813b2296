import { expect, it } from "vitest";
import { type ShopOrder, wooOrder } from "../../make/shop-order.ts";
import { call } from "../../stack/api.ts";
import { controlled, importedFile, overImport } from "../../stack/imports.ts";
import { newSeller } from "../../stack/seller.ts";
import { allSettled, type ConnectedShop, connectedWoo, sendOrder } from "../../stack/shops.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

/*
 * Orders that come by messages and by files of the same shop: each is in the ledger once, as the shop had it last.
 */
const ORDER = { id: 7, day: "2026-08-14", lines: [{ net: 10_000, rate: 1_900 }] };
const SETTINGS = { dispatch_country: "SE" };

const shopOf = async () => connectedWoo(await newSeller("SE", { establishment_country: "SE" }));

async function sent(shop: ConnectedShop, order: ShopOrder): Promise<void> {
  expect(await sendOrder(shop, order)).toBe(200);
  await allSettled(shop);
}

const fileOf = (orders: readonly object[], more = {}) => ({
  format: "woocommerce_json",
  settings: { source_id: "shop", ...SETTINGS },
  bytes: new TextEncoder().encode(JSON.stringify(orders)),
  ...more,
});

const imported = ({ seller }: ConnectedShop, orders: readonly ShopOrder[], more = {}) =>
  importedFile(seller, fileOf(orders.map(wooOrder), more));

/** The lines of the third quarter: Member State, rate, taxable amount, VAT. */
async function lines({ seller }: ConnectedShop) {
  const path = "/v1/returns/union-oss/2026-Q3";
  const { body } = await call<{ rows: Record<string, unknown>[] }>(seller.readOnly, "GET", path);
  return body.rows.map((row) => [
    row["member_state_of_consumption"],
    row["vat_rate_bps"],
    row["taxable_amount_minor"],
    row["vat_amount_minor"],
  ]);
}

itInTurn(
  "a file does not book an order again whose sale has another id after an edit",
  async () => {
    const shop = await shopOf();
    await sent(shop, ORDER);
    const moved = { ...ORDER, country: "FR", modified: 5, lines: [{ net: 10_000, rate: 2_000 }] };
    await sent(shop, moved);
    const same = await imported(shop, [moved]);
    expect(same.counts).toMatchObject({ duplicate: 1, committed: 0 });
    const older = await imported(shop, [ORDER]);
    expect(older.counts).toMatchObject({ duplicate: 1, committed: 0 });
    expect(await lines(shop)).toEqual([["FR", 2_000, 10_000, 2_000]]);
  },
);

it("a file with a later edit is a conflict, or is booked on request, and in a dry run is neither", async () => {
  const shop = await shopOf();
  await sent(shop, ORDER);
  const edited = { ...ORDER, modified: 60, lines: [{ net: 7_000, rate: 1_900 }] };
  const asked = await imported(shop, [edited]);
  expect(asked.counts).toMatchObject({ conflict: 1, committed: 0 });
  const dry = await imported(shop, [edited], { dry_run: true, on_conflict: "adjust" });
  expect(dry.counts).toMatchObject({ committed: 1 });
  expect(await lines(shop)).toEqual([["DE", 1_900, 10_000, 1_900]]);
  const booked = await imported(shop, [edited], { on_conflict: "adjust" });
  expect([booked.on_conflict, booked.counts]).toMatchObject(["adjust", { committed: 1 }]);
  expect(await lines(shop)).toEqual([["DE", 1_900, 7_000, 1_330]]);
  expect((await imported(shop, [edited], { on_conflict: "adjust" })).counts).toMatchObject({
    duplicate: 1,
  });
  // The message of the same edit changes nothing.
  await sent(shop, edited);
  expect(await lines(shop)).toEqual([["DE", 1_900, 7_000, 1_330]]);
});

itInTurn(
  "an edited order of two files is adjusted on request, and the undo of each takes out its own",
  async () => {
    const shop = await shopOf();
    const first = await imported(shop, [ORDER]);
    const edited = { ...ORDER, modified: 60, lines: [{ net: 7_000, rate: 1_900 }] };
    expect((await imported(shop, [edited])).counts).toMatchObject({ conflict: 1 });
    const second = await imported(shop, [edited], { on_conflict: "adjust" });
    expect(second.counts).toMatchObject({ committed: 1 });
    expect(await lines(shop)).toEqual([["DE", 1_900, 7_000, 1_330]]);
    await controlled(shop.seller, second.id, "undo");
    await overImport(shop.seller, second.id);
    expect(await lines(shop)).toEqual([["DE", 1_900, 10_000, 1_900]]);
    const third = await imported(shop, [edited], { on_conflict: "adjust" });
    expect(third.counts).toMatchObject({ committed: 1 });
    expect(await lines(shop)).toEqual([["DE", 1_900, 7_000, 1_330]]);
    // A sale that never took place has nothing to adjust.
    await controlled(shop.seller, first.id, "undo");
    await overImport(shop.seller, first.id);
    expect(await lines(shop)).toEqual([]);
  },
);

it("a refund of a file follows the sale under its new id", async () => {
  const shop = await shopOf();
  await sent(shop, ORDER);
  const moved = { ...ORDER, country: "FR", modified: 5, lines: [{ net: 10_000, rate: 2_000 }] };
  await sent(shop, moved);
  const refund = {
    id: 70,
    date_created: "2026-09-01T10:00:00",
    amount: "12.00",
    line_items: [
      {
        id: 1,
        total: "-10.00",
        total_tax: "-2.00",
        taxes: [{ id: 1, total: "-2.00" }],
        meta_data: [],
      },
    ],
    shipping_lines: [],
    fee_lines: [],
    _links: { up: [{ href: "https://shop.example/wp-json/wc/v3/orders/7" }] },
  };
  const both = await importedFile(shop.seller, fileOf([wooOrder(moved), refund]));
  expect(both.counts).toMatchObject({ duplicate: 1, committed: 1 });
  expect(await lines(shop)).toEqual([["FR", 2_000, 9_000, 1_800]]);
  const again = await importedFile(shop.seller, fileOf([wooOrder(moved), refund]));
  expect(again.counts).toMatchObject({ duplicate: 2, committed: 0 });
  await controlled(shop.seller, both.id, "undo");
  await overImport(shop.seller, both.id);
  expect(await lines(shop)).toEqual([["FR", 2_000, 10_000, 2_000]]);
});

it("edits follow a sale that a person has completed", async () => {
  const shop = await shopOf();
  await sent(shop, ORDER);
  const events = "/v1/supply-events";
  const { body } = await call<{ items: Record<string, unknown>[] }>(
    shop.seller.full,
    "GET",
    `${events}?period=2026-Q3`,
  );
  const [sale = {}] = body.items;
  const id = String(sale["event_id"]);
  const note = { classification_status: "excluded", note: "goods left from Denmark" };
  await call(shop.seller.full, "POST", `${events}/${id}/classification`, note);
  const complete = {
    event_id: `${id}-completed`,
    event_type: "sale",
    supply_date: ORDER.day,
    supply_kind: "goods",
    dispatch_country: "DK",
    consumption_country: "DE",
    currency: "EUR",
    taxable_amount_minor: 10_000,
    vat_amount_minor: 1_900,
    vat_rate_bps: 1_900,
    rate_category: "standard",
    source_id: "shop",
  };
  expect((await call(shop.seller.full, "POST", events, complete)).status).toBe(200);
  await sent(shop, { ...ORDER, modified: 60, lines: [{ net: 4_000, rate: 1_900 }] });
  expect(await lines(shop)).toEqual([["DE", 1_900, 4_000, 760]]);
});
