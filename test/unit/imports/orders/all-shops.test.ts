import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BILLBEE_JSON } from "../../../../shared/imports/formats/billbee-json/read.ts";
import type { ImportFormat } from "../../../../shared/imports/formats/import-format.ts";
import { MAGENTO_JSON } from "../../../../shared/imports/formats/magento-json/read.ts";
import type { Original, RowOutcome } from "../../../../shared/imports/formats/outcome.ts";
import { SHOPIFY_CSV } from "../../../../shared/imports/formats/shopify-csv/read.ts";
import { SHOPIFY_JSON } from "../../../../shared/imports/formats/shopify-json/read.ts";
import { SHOPWARE6_JSON } from "../../../../shared/imports/formats/shopware6-json/read.ts";
import { STRIPE_INVOICES_JSON } from "../../../../shared/imports/formats/stripe-invoices/read.ts";
import { WOOCOMMERCE_JSON } from "../../../../shared/imports/formats/woocommerce-json/format.ts";
import { importInMemory } from "../../../make/import-in-memory.ts";
import {
  type ShopLine,
  shopifyOrder,
  vatOf,
  wooOrder,
  wooRefund,
} from "../../../make/shop-order.ts";
import {
  billbeeOrder,
  magentoMemo,
  magentoOrder,
  shopwareOrder,
} from "../../../make/shop-records.ts";
import { stripeCreditNote, stripeInvoice } from "../../../make/stripe-document.ts";

/*
 * Whatever the basket, the place and the rates: what a shop's order books is what the shop was paid, to the cent, with the
 * VAT that the shop states; or nothing of it is booked, and a reason says why.
 */
const SETTINGS = { source_id: "shop", dispatch_country: "SE", establishment_country: "SE" };

type Basket = { readonly country: string; readonly lines: readonly ShopLine[] };

/** The rates of the destinations, those of the seller in Sweden, and one that no state has. */
const RATES: Readonly<Record<string, readonly number[]>> = {
  FR: [2_000, 1_000, 550, 210],
  NL: [2_100, 900],
  FI: [2_550, 1_350],
  DK: [2_500],
  SE: [2_500, 1_200, 600],
  US: [600, 125],
};

const baskets: fc.Arbitrary<Basket> = fc.constantFrom(...Object.keys(RATES)).chain((country) =>
  fc.record({
    country: fc.constant(country),
    lines: fc.array(
      fc.record({
        net: fc.integer({ min: 50, max: 30_000 }),
        rate: fc.oneof(
          { weight: 9, arbitrary: fc.constantFrom(...(RATES[country] ?? [])) },
          { weight: 1, arbitrary: fc.constantFrom(2_500, 1_850, 0) },
        ),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  }),
);

const ID = 7;
const DAY = "2026-10-05";

/** The sums of lines of one rate, as a shop states taxes of a whole order. */
const byRate = (lines: readonly ShopLine[]) =>
  [...Map.groupBy(lines, ({ rate }) => rate)].map(([rate, same]) => ({
    rate,
    net: same.reduce((sum, line) => sum + line.net, 0),
    vat: same.reduce((sum, line) => sum + vatOf(line), 0),
  }));

const HEADER = readFileSync("test/imports/samples/shopify-orders.csv", "utf8").split("\n")[0] ?? "";

function csvOf({ country, lines }: Basket): string {
  const text = (cents: number) => (cents / 100).toFixed(2);
  const taxes = byRate(lines).filter(({ vat }) => vat > 0);
  const { net, vat } = totalsOf(lines);
  const cells: Readonly<Record<string, string>> = {
    Id: String(ID),
    Name: `#${ID}`,
    "Financial Status": "paid",
    "Paid at": `${DAY} 10:00:00 +0200`,
    "Created at": `${DAY} 10:00:00 +0200`,
    Currency: "EUR",
    Subtotal: text(net),
    Shipping: "0.00",
    Taxes: text(vat),
    Total: text(net + vat),
    "Shipping Country": country,
    ...Object.fromEntries(
      taxes.flatMap((tax, n) => [
        [`Tax ${n + 1} Name`, `${country} VAT ${tax.rate / 100}%`],
        [`Tax ${n + 1} Value`, text(tax.vat)],
      ]),
    ),
  };
  return `${HEADER}\n${HEADER.split(",")
    .map((name) => cells[name.trim()] ?? "")
    .join(",")}\n`;
}

const SHOPS: readonly (readonly [ImportFormat, (basket: Basket) => string])[] = [
  [WOOCOMMERCE_JSON, (basket) => JSON.stringify([wooOrder({ id: ID, day: DAY, ...basket })])],
  [SHOPIFY_JSON, (basket) => JSON.stringify([shopifyOrder({ id: ID, day: DAY, ...basket })])],
  [SHOPIFY_CSV, csvOf],
  [SHOPWARE6_JSON, (basket) => JSON.stringify([shopwareOrder({ id: ID, day: DAY, ...basket })])],
  [MAGENTO_JSON, (basket) => JSON.stringify([magentoOrder({ id: ID, day: DAY, ...basket })])],
  [BILLBEE_JSON, (basket) => JSON.stringify([billbeeOrder({ id: ID, day: DAY, ...basket })])],
  [
    STRIPE_INVOICES_JSON,
    ({ country, lines }) =>
      JSON.stringify([stripeInvoice({ id: "in_7", country, taxes: byRate(lines) })]),
  ],
];

const totalsOf = (lines: readonly ShopLine[]) => ({
  net: lines.reduce((sum, line) => sum + line.net, 0),
  vat: lines.reduce((sum, line) => sum + vatOf(line), 0),
});

async function outcomesOf(format: ImportFormat, text: string): Promise<readonly RowOutcome[]> {
  const own = SETTINGS;
  const rows = await importInMemory(format, own, new TextEncoder().encode(text), {
    originals: new Map<string, Original>(),
  });
  return rows.map(({ outcome }) => outcome);
}

const eventsIn = (outcome: RowOutcome | undefined) =>
  outcome?.outcome === "event" ? outcome.events : [];

const sumOf = (outcome: RowOutcome | undefined) => ({
  net: eventsIn(outcome).reduce((sum, event) => sum + event.taxable_amount_minor, 0),
  vat: eventsIn(outcome).reduce((sum, event) => sum + event.vat_amount_minor, 0),
});

const NAMED = SHOPS.map(([format, write]) => [format.name, format, write] as const);

describe.for(NAMED)("an order of %s", ([, format, write]) => {
  it("books what was paid, or says why it books nothing", async () => {
    await fc.assert(
      fc.asyncProperty(baskets, async (basket) => {
        const [sale] = await outcomesOf(format, write(basket));
        expect(sale?.outcome).not.toBe("rejected");
        if (sale?.outcome !== "event") return;
        expect(sumOf(sale)).toEqual(totalsOf(basket.lines));
        expect(eventsIn(sale).map(({ consumption_country }) => consumption_country)).not.toContain(
          "SE",
        );
      }),
      { seed: 7, numRuns: 60 },
    );
  });

  it("to another state at its own rates is booked", async () => {
    const lines = [
      { net: 3_333, rate: 2_100 },
      { net: 783, rate: 900 },
    ];
    const [sale] = await outcomesOf(format, write({ country: "NL", lines }));
    expect(sumOf(sale)).toEqual({ net: 4_116, vat: 770 });
  });
});

it.for<[name: string, format: ImportFormat, refund: (basket: Basket) => readonly unknown[]]>([
  [
    "WooCommerce",
    WOOCOMMERCE_JSON,
    ({ country, lines }) => {
      const { net, vat } = totalsOf(lines);
      const order = { id: ID, day: DAY, country, lines };
      const refund = { id: 9, day: "2026-10-20", lines: [], amount: net + vat };
      return [wooOrder(order), wooRefund(order, refund)];
    },
  ],
  [
    "Stripe",
    STRIPE_INVOICES_JSON,
    ({ country, lines }) => {
      const { net, vat } = totalsOf(lines);
      return [
        stripeInvoice({ id: "in_7", country, taxes: byRate(lines) }),
        stripeCreditNote({ id: "cn_9", invoice: "in_7", taxes: [{ net, vat }] }),
      ];
    },
  ],
  [
    "Shopware",
    SHOPWARE6_JSON,
    (basket) => [shopwareOrder({ id: ID, day: DAY, ...basket }, "2026-10-20")],
  ],
  [
    "Magento",
    MAGENTO_JSON,
    (basket) => {
      const order = { id: ID, day: DAY, ...basket };
      return [magentoOrder(order), magentoMemo(order, 9, "2026-10-20")];
    },
  ],
  [
    "Billbee",
    BILLBEE_JSON,
    (basket) => [
      billbeeOrder({ id: ID, day: DAY, ...basket }),
      billbeeOrder({ id: 9, day: "2026-10-20", ...basket }, ID),
    ],
  ],
])("a refund of everything by %s leaves nothing", async ([, format, write]) => {
  await fc.assert(
    fc.asyncProperty(baskets, async (basket) => {
      const [sale, refund] = await outcomesOf(format, JSON.stringify(write(basket)));
      if (sale?.outcome === "event") expect(sumOf(refund)).toEqual(sumOf(sale));
    }),
    { seed: 7, numRuns: 60 },
  );
});
