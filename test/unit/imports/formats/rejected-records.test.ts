import { expect, it } from "vitest";
import type { ImportFormat } from "../../../../shared/imports/formats/import-format.ts";
import { SHOPIFY_JSON } from "../../../../shared/imports/formats/shopify-json/read.ts";
import { STRIPE_INVOICES_JSON } from "../../../../shared/imports/formats/stripe-invoices/read.ts";
import { WOOCOMMERCE_JSON } from "../../../../shared/imports/formats/woocommerce-json/format.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";
import { shopifyOrder, wooOrder, wooRefund } from "../../../make/shop-order.ts";
import { stripeCreditNote, stripeInvoice } from "../../../make/stripe-document.ts";

/* A record that cannot be read is rejected with the field, what it must be, and what it is. */

const LINES = [{ net: 8_500, rate: 2_000 }];
const ORDER = { id: 7, country: "FR", lines: LINES };
const WOO = wooOrder(ORDER);
const WOO_REFUND = wooRefund(ORDER, { id: 8, day: "2026-10-20", lines: LINES });
const SHOPIFY = shopifyOrder(ORDER);
const TAXES = [{ net: 1_000, vat: 200 }];
const INVOICE = stripeInvoice({ id: "in_1", taxes: TAXES });
const NOTE = stripeCreditNote({ id: "cn_1", invoice: "in_1", taxes: TAXES });

function faultOf(format: ImportFormat, value: unknown) {
  const settings = { source_id: "s", dispatch_country: "DE", establishment_country: "DE" };
  const inUse = format.withSettings(format.settings.parse(settings), BUILT_IN_RATES);
  const outcome = inUse.read({ at: "1", value })[0]?.outcome;
  if (outcome?.outcome !== "rejected") throw new Error(`not rejected: ${outcome?.outcome}`);
  const [{ reason, column, message }] = outcome.faults;
  expect(reason).toBe("invalid_value");
  return [column, message];
}

it.for<[format: ImportFormat, value: unknown, column: string, message: string]>([
  [WOOCOMMERCE_JSON, "Zoë Müller", "", "The record must be an object; it is a text."],
  [WOOCOMMERCE_JSON, null, "", "The record must be an object; it is null."],
  [
    WOOCOMMERCE_JSON,
    { ...WOO, total_tax: null },
    "total_tax",
    'The field "total_tax" must be a number; it is null.',
  ],
  [
    WOOCOMMERCE_JSON,
    { ...WOO, currency: undefined },
    "currency",
    'The field "currency" must be there; it is missing.',
  ],
  [
    WOOCOMMERCE_JSON,
    { ...WOO, id: "wc-7" },
    "id",
    'The field "id" must be a whole number; it is a text.',
  ],
  [
    WOOCOMMERCE_JSON,
    { ...WOO, billing: "Zoë Müller" },
    "billing",
    'The field "billing" must be an object; it is a text.',
  ],
  [
    WOOCOMMERCE_JSON,
    { ...WOO_REFUND, line_items: [{ total: "-85.00", total_tax: [] }] },
    "line_items.0.total_tax",
    'The field "line_items.0.total_tax" must be a number; it is a list.',
  ],
  [
    SHOPIFY_JSON,
    { ...SHOPIFY, taxes_included: "1" },
    "taxes_included",
    'The field "taxes_included" must be true or false; it is "1".',
  ],
  [
    SHOPIFY_JSON,
    { ...SHOPIFY, line_items: {} },
    "line_items",
    'The field "line_items" must be a list; it is an object.',
  ],
  [
    STRIPE_INVOICES_JSON,
    { ...INVOICE, total: "1200" },
    "total",
    'The field "total" must be a whole number, without quotation marks; it is "1200".',
  ],
  [
    STRIPE_INVOICES_JSON,
    { ...NOTE, created: -1 },
    "created",
    'The field "created" must be at least 0; it is -1.',
  ],
  [
    STRIPE_INVOICES_JSON,
    { ...NOTE, id: "" },
    "id",
    'The field "id" must not be empty; it is an empty text.',
  ],
])("%# is rejected with its field", ([format, value, column, message]) => {
  expect(faultOf(format, value)).toEqual([column, message]);
});

it.for<[value: Record<string, unknown>, former: string]>([
  [INVOICE, "total_tax_amounts"],
  [NOTE, "tax_amounts"],
])("a document of an older version of Stripe's API asks for a later one: %#", ([value, former]) => {
  const { total_taxes, ...older } = value;
  expect(faultOf(STRIPE_INVOICES_JSON, { ...older, [former]: [] })).toEqual([
    "total_taxes",
    "This has the form of an older version of Stripe's API: choose version 2025-03-31 or later.",
  ]);
});
