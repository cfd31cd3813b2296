import { describe, expect, it } from "vitest";
import type { ImportFormat } from "../../../../shared/imports/formats/import-format.ts";
import type { RowOutcome } from "../../../../shared/imports/formats/outcome.ts";
import { SHOPIFY_JSON } from "../../../../shared/imports/formats/shopify-json/read.ts";
import { STRIPE_INVOICES_JSON } from "../../../../shared/imports/formats/stripe-invoices/read.ts";
import { WOOCOMMERCE_JSON } from "../../../../shared/imports/formats/woocommerce-json/format.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";
import { shopifyOrder, wooOrder, wooRefund } from "../../../make/shop-order.ts";
import { stripeCreditNote, stripeInvoice } from "../../../make/stripe-document.ts";

/* Forms that real shops write, beside those of the samples. */

function inUse(format: ImportFormat) {
  const settings = { source_id: "s", dispatch_country: "DE", establishment_country: "DE" };
  return format.withSettings(format.settings.parse(settings), BUILT_IN_RATES);
}

/** Net amount and VAT of each event with its stated treatment, or the reason why there is none. */
function shown(outcome: RowOutcome | undefined): unknown {
  if (outcome?.outcome === "rejected") return outcome.faults[0].reason;
  if (outcome?.outcome !== "event") return outcome?.reason;
  return outcome.events.map((event) => [
    event.taxable_amount_minor,
    event.vat_amount_minor,
    ...(event.treatment ? [event.treatment] : []),
  ]);
}

const WOO = inUse(WOOCOMMERCE_JSON);
const WOO_ORDER = wooOrder({
  id: 7,
  country: "FR",
  lines: [{ net: 8_500, rate: 2_000 }],
}) as Record<string, unknown> & { line_items: Record<string, unknown>[] };
const [ITEM] = WOO_ORDER.line_items;

const EXEMPT = {
  total: "85.00",
  total_tax: "0.00",
  line_items: [{ ...ITEM, total_tax: "0.00", taxes: [] }],
};

const outcomeOf = (format: ReturnType<typeof inUse>, value: unknown) =>
  format.read({ at: "1", value })[0]?.outcome as RowOutcome | undefined;

describe("an order of WooCommerce", () => {
  it.for<[what: string, changes: Record<string, unknown>, expected: unknown]>([
    ["with entries of metadata without a key", { meta_data: [{}, {}] }, [[8_500, 1_700]]],
    [
      "with the numbers of its rates as text",
      {
        tax_lines: [{ rate_id: "1", rate_code: "FR-VAT-1", rate_percent: "20" }],
        line_items: [{ ...ITEM, taxes: [{ id: "1", total: "17.00" }] }],
      },
      [[8_500, 1_700]],
    ],
    [
      "with a total as the tax of its shipping",
      {
        shipping_lines: [
          { id: 3, total: "0.00", total_tax: "0.00", taxes: [{ id: "total", total: [] }] },
        ],
      },
      [[8_500, 1_700]],
    ],
    [
      "with four decimals",
      {
        total: "102.0041",
        total_tax: "17.0007",
        line_items: [
          { ...ITEM, total: "85.0034", total_tax: "17.0007", taxes: [{ id: 1, total: "17.0007" }] },
        ],
      },
      [[8_500, 1_700]],
    ],
    [
      "with a rate for all countries that is that of home",
      {
        total: "101.15",
        total_tax: "16.15",
        tax_lines: [{ rate_id: 1, rate_code: "MWST-1", rate_percent: 19 }],
        line_items: [{ ...ITEM, total_tax: "16.15", taxes: [{ id: 1, total: "16.15" }] }],
      },
      [[8_500, 1_615, "origin_below_threshold"]],
    ],
    [
      "of an exempt customer",
      { ...EXEMPT, meta_data: [{ key: "is_vat_exempt", value: "yes" }] },
      "b2b_customer",
    ],
    [
      "with the number of a business in the evidence of a plugin",
      {
        ...EXEMPT,
        meta_data: [
          { key: "_eu_vat_evidence", value: { exemption: { vat_number: "FR40303265045" } } },
        ],
      },
      "b2b_customer",
    ],
    [
      "of nothing, which names the rate of its lines",
      {
        total: "0.00",
        total_tax: "0.00",
        line_items: [
          { ...ITEM, total: "0.00", total_tax: "0.00", taxes: [{ id: 1, total: "0.00" }] },
        ],
      },
      "nothing_charged",
    ],
    [
      "with a voucher whose tax at the lower rate is rounded to nothing",
      {
        total: "101.19",
        total_tax: "16.76",
        tax_lines: [
          { rate_id: 1, rate_code: "FR-TVA-1", rate_percent: 20 },
          { rate_id: 2, rate_code: "FR-TVA-1", rate_percent: 5.5 },
        ],
        line_items: [
          ITEM,
          { ...ITEM, id: 5, total: "1.00", total_tax: "0.06", taxes: [{ id: 2, total: "0.06" }] },
        ],
        fee_lines: [
          {
            id: 6,
            total: "-1.57",
            total_tax: "-0.30",
            taxes: [
              { id: 1, total: "-0.30" },
              { id: 2, total: "0.00" },
            ],
          },
        ],
      },
      [
        [8_350, 1_670],
        [93, 6],
      ],
    ],
    [
      "with evidence of a plugin that has no number",
      { ...EXEMPT, meta_data: [{ key: "_eu_vat_evidence", value: { exemption: [] } }] },
      "no_vat_charged",
    ],
    [
      "with a postcode that is null",
      { shipping: { country: "FR", postcode: null } },
      [[8_500, 1_700]],
    ],
  ])("%s", ([, changes, expected]) => {
    expect(shown(outcomeOf(WOO, { ...WOO_ORDER, ...changes }))).toEqual(expected);
  });

  it("keeps a refund whose rate the order lost by another address, at its new rate", () => {
    const dutch = { id: 7, country: "NL", lines: [{ net: 3_850, rate: 2_100 }] };
    const [sale] = WOO.read({ at: "1", value: wooOrder(dutch) });
    const french = { id: 7, country: "FR", lines: [{ net: 1_680, rate: 2_000 }] };
    const written = wooRefund(french, { id: 9, day: "2026-10-20", lines: french.lines });
    const lost = written.line_items.map((line) => ({
      ...line,
      taxes: [{ id: 44, total: "-3.36" }],
    }));
    const [refund] = WOO.read({ at: "2", value: { ...written, line_items: lost } });
    const outcome = refund?.outcome;
    if (outcome?.outcome !== "correction") throw new Error("no correction");
    // 20.16 at 21 %: 16.66 and 3.50.
    expect(shown(WOO.resolve(outcome, sale?.original?.original))).toEqual([[1_666, 350]]);
  });
});

const SHOPIFY = inUse(SHOPIFY_JSON);
const SHOPIFY_ORDER = shopifyOrder({
  id: 7,
  country: "FR",
  lines: [{ net: 8_500, rate: 2_000 }],
}) as Record<string, unknown> & { line_items: Record<string, unknown>[] };
const [ARTICLE] = SHOPIFY_ORDER.line_items;
const money = (amount: string | number) => ({
  presentment_money: { amount, currency_code: "EUR" },
});
const UNTAXED = { ...ARTICLE, tax_lines: [] };

const TAX_OF_TWO = { title: "FR TVA", rate: 0.2, price_set: money("34.00") };

describe("an order of Shopify", () => {
  it.for<[what: string, changes: Record<string, unknown>, expected: unknown]>([
    [
      "with one rate twice on a line",
      {
        line_items: [
          {
            ...ARTICLE,
            tax_lines: [
              { title: "FR TVA", rate: 0.2, price_set: money("8.50") },
              { title: "FR TVA", rate: 0.2, price_set: money("8.50") },
            ],
          },
        ],
      },
      [[8_500, 1_700]],
    ],
    [
      "without the rate of its tax, and with amounts as numbers",
      {
        line_items: [
          { ...ARTICLE, tax_lines: [{ title: "TVA", rate: null, price_set: money(17) }] },
        ],
      },
      [[8_500, 1_700]],
    ],
    [
      "with the home rate under the customer's country",
      {
        line_items: [
          { ...ARTICLE, tax_lines: [{ title: "FR TVA", rate: 0.19, price_set: money("16.15") }] },
        ],
      },
      [[8_500, 1_615, "origin_below_threshold"]],
    ],
    [
      "with a tip",
      {
        line_items: [
          ARTICLE,
          { ...UNTAXED, id: 8, requires_shipping: false, tip_payment_gateway: "shopify_payments" },
        ],
      },
      [[8_500, 1_700]],
    ],
    [
      "with shipping that was removed",
      { shipping_lines: [{ id: 9, price_set: money("5.00"), tax_lines: [], is_removed: true }] },
      [[8_500, 1_700]],
    ],
    [
      "with an article that an edit removed before payment",
      { line_items: [ARTICLE, { ...ARTICLE, id: 8, current_quantity: 0 }] },
      [[8_500, 1_700]],
    ],
    [
      "with an article of which one of two is left",
      { line_items: [{ ...ARTICLE, quantity: 2, current_quantity: 1, tax_lines: [TAX_OF_TWO] }] },
      [[17_000, 3_400]],
    ],
    [
      "that is paid, cancelled, and has nothing left",
      { line_items: [{ ...ARTICLE, current_quantity: 0 }], cancelled_at: "2026-10-20T10:00:00Z" },
      "cancelled_with_payment",
    ],
    ["of a company", { line_items: [UNTAXED], company: { id: 1 } }, "b2b_customer"],
    ["of an exempt customer", { line_items: [UNTAXED], tax_exempt: true }, "b2b_customer"],
    [
      "of a customer with reverse charge",
      { line_items: [UNTAXED], customer: { tax_exemptions: ["EU_REVERSE_CHARGE_EXEMPTION_RULE"] } },
      "b2b_customer",
    ],
    [
      "that was sent and is not paid",
      {
        financial_status: "pending",
        fulfillment_status: "fulfilled",
        fulfillments: [{ created_at: "2026-10-08T10:00:00+02:00" }],
      },
      [[8_500, 1_700]],
    ],
  ])("%s", ([, changes, expected]) => {
    expect(shown(outcomeOf(SHOPIFY, { ...SHOPIFY_ORDER, ...changes }))).toEqual(expected);
  });

  it("that an edit emptied after payment is sold, and refunded once", () => {
    const refund = {
      id: 9,
      processed_at: "2026-10-20T10:00:00+02:00",
      refund_line_items: [
        {
          line_item_id: ARTICLE?.["id"],
          subtotal_set: money("85.00"),
          total_tax_set: money("17.00"),
        },
      ],
    };
    const line_items = [{ ...ARTICLE, current_quantity: 0 }];
    const rows = SHOPIFY.read({
      at: "1",
      value: { ...SHOPIFY_ORDER, line_items, refunds: [refund] },
    });
    expect(rows.map(({ outcome }) => shown(outcome as RowOutcome))).toEqual([
      [[8_500, 1_700]],
      [[8_500, 1_700]],
    ]);
  });

  it("of a shop of goods asks for the country of its services where it has one", () => {
    const settings = { source_id: "s", dispatch_country: "DE" };
    const goods = SHOPIFY_JSON.withSettings(SHOPIFY_JSON.settings.parse(settings), BUILT_IN_RATES);
    expect(shown(outcomeOf(goods, SHOPIFY_ORDER))).toEqual([[8_500, 1_700]]);
    const line_items = [{ ...ARTICLE, requires_shipping: false }];
    expect(shown(outcomeOf(goods, { ...SHOPIFY_ORDER, line_items }))).toBe("establishment_missing");
    expect(
      SHOPIFY_JSON.settings.safeParse({ source_id: "s", unshipped_kind: "goods" }),
    ).toMatchObject({
      success: false,
    });
    expect(
      SHOPIFY_JSON.settings.safeParse({ source_id: "s", shipped_kind: "tbe_services" }),
    ).toMatchObject({
      success: false,
    });
  });

  it("that was cancelled and kept money is lowered by its refund alone", () => {
    const refund = {
      id: 9,
      processed_at: "2026-10-20T10:00:00+02:00",
      refund_line_items: [
        {
          line_item_id: ARTICLE?.["id"],
          subtotal_set: money("42.50"),
          total_tax_set: money("8.50"),
        },
      ],
    };
    const value = {
      ...SHOPIFY_ORDER,
      cancelled_at: "2026-10-20T10:00:00+02:00",
      financial_status: "partially_refunded",
      refunds: [refund],
    };
    const rows = SHOPIFY.read({ at: "1", value });
    expect(rows.map(({ outcome }) => shown(outcome as RowOutcome))).toEqual([
      [[8_500, 1_700]],
      [[4_250, 850]],
    ]);
  });
});

it("a credit note over the total of an invoice reverses VAT that was rounded by line", () => {
  const stripe = inUse(STRIPE_INVOICES_JSON);
  // Three lines of 0.33 at 20 %: VAT 0.07 each, and 0.21 in all; 0.99 at 20 % would be 0.20.
  const invoice = stripeInvoice({ id: "in_1", taxes: [{ net: 99, vat: 21 }] });
  const lines = { ...invoice.lines, total_count: 3 };
  const [sale] = stripe.read({ at: "1", value: { ...invoice, lines } });
  const note = stripeCreditNote({ id: "cn_1", invoice: "in_1", taxes: [{ net: 100, vat: 20 }] });
  const [refund] = stripe.read({ at: "2", value: note });
  const outcome = refund?.outcome;
  if (outcome?.outcome !== "correction") throw new Error("no correction");
  expect(shown(stripe.resolve(outcome, sale?.original?.original))).toEqual([[99, 21]]);
});
