import { expect, it } from "vitest";
import { textOf, utf8 } from "../../make/damaged-file.ts";
import { SAMPLES } from "../../make/import-sample.ts";
import { type ShopOrder, wooOrder } from "../../make/shop-order.ts";
import { type Account, newAccount } from "../../stack/api.ts";
import { findingsOf, importedFile } from "../../stack/imports.ts";
import { register } from "../../stack/seller.ts";
import { allSettled, connectedWoo, sendOrder } from "../../stack/shops.ts";

/* One sales channel in two sources of an account: each books its orders, so that they count twice. */

const REMARK = "maybe_in_two_sources";

const order = (id: number, more: Partial<ShopOrder> = {}): ShopOrder => ({
  id,
  country: "FR",
  lines: [{ net: 10_000, rate: 2_000 }],
  ...more,
});

async function seller(): Promise<Account> {
  const account = await newAccount("twice");
  await register(account, "DE", "2021-07-01");
  return account;
}

const wooFile = (
  account: Account,
  source_id: string,
  orders: readonly ShopOrder[],
  dry_run = false,
) =>
  importedFile(account, {
    format: "woocommerce_json",
    settings: { source_id, dispatch_country: "DE" },
    bytes: utf8(JSON.stringify(orders.map(wooOrder))),
    dry_run,
  });

it("a file of another source with the same orders has the remark, also in a dry run", async () => {
  const account = await seller();
  const orders = [order(1), order(2, { country: "AT" })];
  expect((await wooFile(account, "shop", orders)).reasons).toEqual({});
  const { id, counts, reasons } = await wooFile(account, "again", orders, true);
  expect(reasons).toEqual({ [REMARK]: 2 });
  expect(counts).toMatchObject({ rows: 2, committed: 2 });
  expect((await findingsOf(account, id)).slice(1)).toEqual([
    expect.stringContaining(`,event,${REMARK},`),
    expect.stringContaining(`,event,${REMARK},`),
  ]);
  // The source of the file itself is not another one.
  expect((await wooFile(account, "shop", orders)).reasons).toEqual({});
});

it("another order of the same number has no remark", async () => {
  const account = await seller();
  await wooFile(account, "shop", [order(1), order(2), order(3), order(45)]);
  const others = [
    order(1, { lines: [{ net: 10_001, rate: 2_000 }] }),
    order(2, { country: "AT" }),
    order(3, { currency: "SEK" }),
    order(4),
  ];
  expect((await wooFile(account, "again", others)).reasons).toEqual({});
});

it("a file of a connected shop under another source has the remark", async () => {
  const account = await seller();
  const shop = await connectedWoo(account, { settings: { dispatch_country: "DE" } });
  await sendOrder(shop, order(1));
  await allSettled(shop);
  expect((await wooFile(account, "file", [order(1)])).reasons).toEqual({ [REMARK]: 1 });
});

const sample = (format: string) =>
  textOf(SAMPLES.find(({ format: { name } }) => name === format)?.bytes ?? utf8(""));

it("Amazon's report has the remark on an order that Billbee has brought", async () => {
  const account = await seller();
  const [sold] = JSON.parse(sample("billbee_json")).Data;
  // The order of the first row of the report: EUR 22.50 and 4.00 of shipping, to France.
  const number = "306-0000001-0000001";
  const [item] = sold.OrderItems;
  const own = {
    Id: number,
    OrderNumber: number,
    ShippingCost: 4,
    TotalCost: 26.5,
    PaidAmount: 26.5,
  };
  const OrderItems = [{ ...item, Quantity: 1, TotalPrice: 22.5, TaxAmount: 3.75 }];
  const billbee = await importedFile(account, {
    format: "billbee_json",
    settings: { source_id: "billbee", dispatch_country: "DE" },
    bytes: utf8(JSON.stringify({ Data: [{ ...sold, ...own, OrderItems }] })),
  });
  expect(billbee.counts.committed).toBe(1);
  const rows = sample("amazon_vcs").split("\n").slice(0, 2);
  const { reasons } = await importedFile(account, {
    format: "amazon_vcs",
    settings: { source_id: "amazon" },
    bytes: utf8(`${rows.join("\n")}\n`),
  });
  expect(reasons).toEqual({ [REMARK]: 1 });
});
