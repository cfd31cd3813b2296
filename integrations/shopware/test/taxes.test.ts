import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { chargesOf } from "../src/cart.ts";
import { ShopFile } from "../src/shops.ts";
import { answerOf, quoteRequest, taxesOf } from "../src/taxes.ts";
import { cartTo, TAX_IDS } from "./cart.ts";

const CLASSES = { [TAX_IDS.standard]: "standard", [TAX_IDS.books]: "books" };
const SETTINGS = {
  serviceUrl: "http://127.0.0.1:1",
  apiKey: "",
  taxClasses: CLASSES,
  timeoutMs: 500,
};

test("promotions and shipping share the classes of the goods by value, to the cent", () => {
  const charges = chargesOf(cartTo("DE"), CLASSES);
  assert.deepEqual(
    charges?.map(({ id, parts }) => [id, ...parts.map(({ minor }) => minor)]),
    [
      ["lamp", 11_900],
      ["book", 2_140],
      ["ten-percent", -1_190, -214],
      ["lamp", 415, 75],
    ],
  );
});

test("a product without a class leaves the taxes to the shop", async () => {
  assert.equal(chargesOf(cartTo("DE"), { [TAX_IDS.standard]: "standard" }), undefined);
  assert.deepEqual(await taxesOf(cartTo("DE"), { ...SETTINGS, taxClasses: {} }), {});
});

test("the price of a tax is with VAT in a gross cart, and without in a net one", () => {
  const charges = [
    { id: "lamp", of: "lineItem", parts: [{ taxClass: "standard", minor: 0 }] },
  ] as const;
  const lines = [
    {
      vat_rate_bps: 1900,
      gross_amount_minor: 11_900,
      net_amount_minor: 10_000,
      vat_amount_minor: 1_900,
    },
  ];
  const priceOf = (includesVat: boolean) =>
    answerOf(charges, lines, includesVat).cartPriceTaxes?.[0];
  assert.deepEqual(priceOf(true), { tax: 19, taxRate: 19, price: 119 });
  assert.deepEqual(priceOf(false), { tax: 19, taxRate: 19, price: 100 });
});

test("the service is asked for the place of delivery, and stores nothing", () => {
  const request = quoteRequest(cartTo("FR", "net"), [], { dispatchCountry: "SE" });
  assert.deepEqual(
    [request?.country, request?.price_includes_vat, request?.store],
    ["FR", false, false],
  );
});

test("a cart in a form that is not known leaves the taxes to the shop", async () => {
  const { cart, ...rest } = cartTo("DE");
  const lineItems = cart.lineItems.map((item) => ({ ...item, payload: null as never }));
  assert.deepEqual(await taxesOf({ ...rest, cart: { ...cart, lineItems } }, SETTINGS), {});
});

test("a service that does not answer leaves the taxes to the shop", async () => {
  assert.deepEqual(await taxesOf(cartTo("DE"), SETTINGS), {});
});

test("shops and their secrets survive a restart, in a file that only its owner reads", async () => {
  const folder = mkdtempSync(join(tmpdir(), "shops-"));
  const path = join(folder, "shops.json");
  await new ShopFile(path).createShop("one", "https://shop.example.com", "secret");
  const shop = await new ShopFile(path).getShopById("one");
  assert.equal(shop?.getShopSecret(), "secret");
  assert.equal(statSync(path).mode & 0o077, 0);
  rmSync(folder, { recursive: true });
});
