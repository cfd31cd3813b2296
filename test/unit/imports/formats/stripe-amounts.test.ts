import { expect, it } from "vitest";
import { STRIPE_INVOICES_JSON } from "../../../../shared/imports/formats/stripe-invoices/read.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";
import { stripeInvoice } from "../../../make/stripe-document.ts";

/*
 * Amounts in Stripe's own minor units. ISK and UGX have two decimals there and none in ISO 4217, MGA has none there:
 * https://docs.stripe.com/currencies (special cases, zero-decimal currencies).
 */
const FORMAT = STRIPE_INVOICES_JSON.withSettings(
  STRIPE_INVOICES_JSON.settings.parse({ source_id: "s", establishment_country: "SE" }),
  BUILT_IN_RATES,
);

function amountsOf(currency: string, net: number, vat: number) {
  const value = stripeInvoice({ id: "in_1", currency, taxes: [{ net, vat }] });
  const outcome = FORMAT.read({ at: "1", value })[0]?.outcome;
  const events = outcome?.outcome === "event" ? outcome.events : [];
  return events.map((event) => [event.taxable_amount_minor, event.vat_amount_minor]);
}

it.for<[what: string, currency: string, stripe: [number, number], iso: [number, number]]>([
  ["ISK 10,000", "isk", [1_000_000, 200_000], [10_000, 2_000]],
  ["ISK 5", "isk", [500, 100], [5, 1]],
  ["UGX 50,000", "ugx", [5_000_000, 1_000_000], [50_000, 10_000]],
  ["MGA 10,000", "mga", [10_000, 2_000], [1_000_000, 200_000]],
  ["JPY 10,000", "jpy", [10_000, 2_000], [10_000, 2_000]],
  ["HUF 100.00", "huf", [10_000, 2_000], [10_000, 2_000]],
  ["KWD 10.000", "kwd", [10_000, 2_000], [10_000, 2_000]],
  ["EUR 100.00", "eur", [10_000, 2_000], [10_000, 2_000]],
])("%s of Stripe", ([, currency, [net, vat], expected]) => {
  expect(amountsOf(currency, net, vat)).toEqual([expected]);
});

it("fractions of a króna, which has none, are rounded half away from zero", () => {
  expect(amountsOf("isk", 99_950, 19_990)).toEqual([[1_000, 200]]);
});

it("an invoice in króna that was voided is left out, whatever its fractions", () => {
  const value = {
    ...stripeInvoice({ id: "in_1", currency: "isk", taxes: [{ net: 99_950, vat: 19_990 }] }),
    status: "void",
  };
  expect(FORMAT.read({ at: "1", value })[0]?.outcome).toMatchObject({
    outcome: "excluded",
    reason: "voided",
  });
});
