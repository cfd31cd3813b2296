import { expect, it } from "vitest";
import { type ShopOrder, wooOrder } from "../../make/shop-order.ts";
import { billbeeOrder, magentoOrder, shopwareOrder } from "../../make/shop-records.ts";
import { importedFile } from "../../stack/imports.ts";
import { listed, newSeller } from "../../stack/seller.ts";
import { eachNth } from "../../stack/soak.ts";

/* An order that was edited in the shop since its first file: a conflict, or the difference, once. */
const ORDER: ShopOrder = {
  id: 7,
  country: "FR",
  day: "2026-08-14",
  lines: [{ net: 10_000, rate: 2_000 }],
};
const EDITED: ShopOrder = { ...ORDER, modified: 50, lines: [{ net: 7_000, rate: 2_000 }] };

const SHOPS: [format: string, write: (order: ShopOrder) => object][] = [
  ["shopware6_json", (order) => shopwareOrder(order)],
  ["magento_json", magentoOrder],
  ["billbee_json", (order) => billbeeOrder(order)],
  ["woocommerce_json", wooOrder],
];

it.for(eachNth(2, SHOPS))(
  "an edited order of %s is adjusted once, on request",
  async ([format, write]) => {
    const seller = await newSeller("DE");
    const imported = (order: ShopOrder, more = {}) =>
      importedFile(seller, {
        format,
        settings: { source_id: "shop", dispatch_country: "DE" },
        bytes: new TextEncoder().encode(JSON.stringify([write(order)])),
        ...more,
      });
    const sums = async () => {
      const { items } = (await listed(seller, "?limit=200")).body;
      return items.map((item) => [item.taxable_amount_minor, item.vat_amount_minor]);
    };
    expect((await imported(ORDER)).counts).toMatchObject({ committed: 1 });
    expect((await imported(ORDER)).counts).toMatchObject({ duplicate: 1 });
    expect((await imported(EDITED)).counts).toMatchObject({ conflict: 1, committed: 0 });
    expect(await sums()).toEqual([[10_000, 2_000]]);
    const adjusting = { on_conflict: "adjust" };
    expect((await imported(EDITED, adjusting)).counts).toMatchObject({ committed: 1 });
    const both = await sums();
    const net = both.reduce((sum, [amount = 0]) => sum + Number(amount), 0);
    expect(net).toBe(7_000);
    expect((await imported(EDITED, adjusting)).counts).toMatchObject({
      duplicate: 1,
      committed: 0,
    });
    expect(await sums()).toEqual(both);
  },
);
