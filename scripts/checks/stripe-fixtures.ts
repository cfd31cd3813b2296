/** A fixture of stripe-mock. */
type Fixture = Readonly<Record<string, unknown>>;

/** The second of all documents; fixtures are of 2009, when there was no scheme. */
const AT = Date.parse("2026-10-05T08:00:00Z") / 1000;

const TAX = {
  amount: 200,
  taxable_amount: 1000,
  tax_behavior: "exclusive",
  tax_rate_details: { tax_rate: "txr_1Sample" },
  taxability_reason: "standard_rated",
  type: "tax_rate_details",
};

const SOLD = {
  livemode: true,
  currency: "eur",
  created: AT,
  effective_at: AT,
  total: 1200,
  total_excluding_tax: 1000,
  total_taxes: [TAX],
  shipping_cost: null,
};

/** The fields that turn a fixture into a sale to France: drafts of the test mode have no tax and no place. */
const COMPLETE: Readonly<Record<string, Fixture>> = {
  invoice: {
    ...SOLD,
    status: "paid",
    number: "ABCD-0001",
    customer_address: { country: "FR", postal_code: "75011" },
    status_transitions: {
      finalized_at: AT,
      marked_uncollectible_at: null,
      paid_at: AT,
      voided_at: null,
    },
  },
  credit_note: { ...SOLD, status: "issued", voided_at: null },
};

const isObject = (value: unknown): value is Fixture => typeof value === "object" && value !== null;

/** Completes an answer: its invoices and credit notes, alone or in a list. */
export function completed(answer: unknown): unknown {
  if (!isObject(answer)) return answer;
  const { object, data } = answer;
  if (object === "list" && Array.isArray(data)) return { ...answer, data: data.map(completed) };
  return { ...answer, ...COMPLETE[String(object)] };
}

export type Variant = { readonly what: string; readonly document: unknown };

/** The forms of a document that the reader may leave out or ask about, and must never call unreadable. */
export function variantsOf(document: unknown): readonly Variant[] {
  if (!isObject(document)) return [];
  const { object } = document;
  const without = { total_taxes: null, total_excluding_tax: null };
  const changes: Readonly<Record<string, Fixture>> = {
    "in test mode": { livemode: false },
    "a draft": { status: "draft" },
    void: { status: "void", voided_at: AT },
    "without taxes": { ...without, total: 1000 },
    "without its tax apart": { total_excluding_tax: null },
    "in dollars": { currency: "usd" },
    "without a place": { customer_address: null, customer_shipping: null, shipping_details: null },
    "with empty places": { customer_address: {}, customer_shipping: {}, shipping_details: {} },
    "of nothing": { ...without, total: 0 },
    "reverse charge": {
      customer_tax_exempt: "reverse",
      total: 1000,
      total_taxes: [{ ...TAX, amount: 0, taxability_reason: "reverse_charge" }],
    },
    "with shipping": {
      shipping_cost: {
        amount_subtotal: 100,
        amount_tax: 20,
        amount_total: 120,
        shipping_rate: null,
      },
    },
    "cut off": { lines: { ...(document["lines"] as Fixture), has_more: true } },
  };
  return Object.entries(changes).map(([how, change]) => ({
    what: `${object} ${how}`,
    document: { ...document, ...change },
  }));
}
