import { stripeMac } from "./signed-calls.ts";

/** One tax of a document: its net amount and its VAT. */
type Taxed = { readonly net: number; readonly vat: number };

export type StripeDocument = {
  readonly id: string;
  readonly country?: string;
  readonly currency?: string;
  readonly status?: string;
  readonly livemode?: boolean;
  readonly taxes: readonly Taxed[];
  /** The seconds since 1970 of its effect. */
  readonly at?: number;
};

const AT = Date.parse("2026-10-05T08:00:00Z") / 1000;

function documentOf({ id, currency = "eur", livemode = true, taxes, at = AT }: StripeDocument) {
  const net = taxes.reduce((sum, tax) => sum + tax.net, 0);
  const vat = taxes.reduce((sum, tax) => sum + tax.vat, 0);
  return {
    id,
    livemode,
    currency,
    created: at,
    effective_at: at,
    total: net + vat,
    total_excluding_tax: net,
    total_taxes: taxes.map((tax, n) => ({
      amount: tax.vat,
      taxable_amount: tax.net,
      tax_behavior: "exclusive",
      tax_rate_details: { tax_rate: `txr_1Sample${n}` },
      taxability_reason: "standard_rated",
      type: "tax_rate_details",
    })),
    shipping_cost: null,
    lines: { object: "list", data: [{ amount: net, taxes: [] }], has_more: false, total_count: 1 },
  };
}

/** An invoice as Stripe's API writes it, with the fields that matter here. */
export const stripeInvoice = (of: StripeDocument) => ({
  object: "invoice",
  ...documentOf(of),
  number: of.id.toUpperCase(),
  status: of.status ?? "open",
  customer_address: { country: of.country ?? "FR", postal_code: "75011" },
  customer_tax_exempt: "none",
  customer_tax_ids: [],
  status_transitions: { finalized_at: of.at ?? AT },
});

/** A credit note of an invoice. */
export const stripeCreditNote = (
  of: StripeDocument & { readonly invoice: string; readonly voided_at?: number },
) => ({
  object: "credit_note",
  ...documentOf(of),
  invoice: of.invoice,
  status: of.voided_at ? "void" : "issued",
  voided_at: of.voided_at ?? null,
});

/** An event as Stripe sends it to a webhook endpoint. */
export const stripeEvent = (
  type: string,
  object: Readonly<Record<string, unknown>>,
  second = 0,
) => ({
  id: `evt_1Sample${second}`,
  object: "event",
  api_version: "2026-10-28.endive",
  created: AT + second,
  data: { object },
  livemode: object["livemode"] ?? true,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
});

/** The headers of a message of Stripe, signed as its own library signs it. */
export function stripeHeaders(secret: string, payload: string, now: Date) {
  const at = Math.floor(now.getTime() / 1000);
  return {
    "content-type": "application/json; charset=utf-8",
    "stripe-signature": `t=${at},v1=${stripeMac(secret, `${at}.${payload}`)}`,
  };
}
