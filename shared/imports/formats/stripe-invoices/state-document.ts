import type {
  RefundedLine,
  StatedLine,
  StatedOrder,
  StatedRefund,
} from "../../orders/shop-order.ts";
import type { ShopKind } from "../settings.ts";
import {
  dayOfCreditNote,
  dayOfInvoice,
  type StripeCreditNote,
  type StripeInvoice,
  type StripeLine,
  type StripeTax,
} from "./documents.ts";
import { exactMinor, stripeDecimal } from "./minor-units.ts";
import type { StripeInvoicesSettings } from "./read.ts";

/** A sum of a document with its tax, in minor units of Stripe. */
type TaxSum = {
  readonly id: string;
  readonly kind: ShopKind;
  /** Undefined if Stripe does not say it. */
  readonly net: number | undefined;
  readonly taxes: readonly StripeTax[];
  /** Number of roundings in the VAT. */
  readonly roundings: number;
};

/** A tax that was charged, or is zero by the law of the customer's country. */
const isTaxed = ({ amount, taxability_reason }: StripeTax): boolean =>
  amount !== 0 || taxability_reason === "zero_rated";

const sumOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, addend) => sum + addend, 0);

const vatIn = ({ taxes }: TaxSum): number => sumOf(taxes.map(({ amount }) => amount));

/** Returns the address by which Stripe computes the tax: that of the delivery, or that of the customer. */
function addressOf({ shipping_details, customer_shipping, customer_address }: StripeInvoice) {
  const delivery = [shipping_details?.address, customer_shipping?.address];
  const delivered = delivery.find((address) => address?.country);
  const found = delivered ?? customer_address;
  return {
    country: found?.country ?? "",
    postcode: found?.postal_code ?? "",
    column: "customer_address.country",
    evidence: delivered ? ("delivery_address" as const) : ("billing_address" as const),
  };
}

/** True if the customer is a business: Stripe charges no VAT, or the invoice has an EU VAT number. */
const isBusiness = ({
  customer_tax_exempt,
  customer_tax_ids,
  total_taxes,
}: StripeInvoice): boolean =>
  customer_tax_exempt === "reverse" ||
  (total_taxes ?? []).some(({ taxability_reason }) => taxability_reason === "reverse_charge") ||
  (customer_tax_ids ?? []).some(({ type }) => type === "eu_vat");

/** States an invoice as the judge takes it. An invoice needs no payment: it is due when it is issued. */
export function statedInvoice(
  invoice: StripeInvoice,
  settings: StripeInvoicesSettings,
): StatedOrder {
  const { currency, number, lines } = invoice;
  const state = { void: "voided", draft: "draft" } as const;
  const exact = (amount: number) => exactMinor(amount, currency);
  return {
    id: invoice.id,
    currency,
    state: invoice.livemode ? state[invoice.status as keyof typeof state] : "test",
    payment: "full",
    placed_on: dayOfInvoice(invoice, settings.time_zone),
    channel: "web",
    place: addressOf(invoice),
    isBusiness: isBusiness(invoice),
    lines: sumsOfInvoice(invoice, settings).map((sum) => statedLine(sum, currency)),
    isCut: !isOfOneKind(settings) && lines.has_more,
    // Sums of fractions of a króna are rounded each by itself, as versions before have booked them.
    totals: {
      ...(exact(invoice.total).denominator === 1n && { gross: exact(invoice.total) }),
      vat: exact(vatOf(invoice)),
    },
    step: Number(exact(1).numerator),
    statesRates: false,
    taxColumn: "total_taxes",
    ...(number && { invoice_number: number }),
  };
}

const statedLine = ({ id, kind, net, taxes, roundings }: TaxSum, currency: string): StatedLine => ({
  id,
  role: "article",
  supply_kind: kind,
  net: net === undefined ? undefined : exactMinor(net, currency),
  taxes: taxes.map(({ amount, taxability_reason, tax_rate_details }) => ({
    id: tax_rate_details?.tax_rate ?? "",
    amount: exactMinor(amount, currency),
    ...(taxability_reason === "zero_rated" && { isZeroByLaw: true }),
  })),
  roundings,
});

const isOfOneKind = ({ product_kinds, supply_kind }: StripeInvoicesSettings): boolean =>
  Object.values(product_kinds).every((kind) => kind === supply_kind);

/** Returns the sums of an invoice: its own totals per tax, or its lines where its products are of several kinds. */
function sumsOfInvoice(
  invoice: StripeInvoice,
  settings: StripeInvoicesSettings,
): readonly TaxSum[] {
  if (invoice.total === 0) return [];
  const { data, has_more, total_count = data.length } = invoice.lines;
  if (isOfOneKind(settings)) {
    return complete(sumsOfTotals(invoice, settings.supply_kind, total_count), invoice, settings);
  }
  const sums = data.map((line, n) => sumOfLine(line, `line ${n + 1}`, settings));
  return has_more ? sums : complete(sums, invoice, settings);
}

type Totals = Pick<StripeInvoice | StripeCreditNote, "total_taxes" | "shipping_cost" | "total"> &
  Pick<StripeInvoice, "total_excluding_tax">;

const sumsOfTotals = ({ total_taxes }: Totals, kind: ShopKind, lines: number): readonly TaxSum[] =>
  (total_taxes ?? []).filter(isTaxed).map((tax, n) => ({
    id: `tax ${n + 1}`,
    kind,
    net: tax.taxable_amount ?? undefined,
    // Each total is a sum of its own, whatever the id of its rate.
    taxes: [{ ...tax, tax_rate_details: { tax_rate: `tax ${n + 1}` } }],
    roundings: Math.max(1, lines),
  }));

function sumOfLine(
  line: StripeLine,
  id: string,
  { product_kinds, supply_kind }: StripeInvoicesSettings,
): TaxSum {
  const taxes = (line.taxes ?? []).filter(isTaxed);
  const kind = product_kinds[line.pricing?.price_details?.product ?? ""] ?? supply_kind;
  const net = taxes.length > 0 ? (taxes[0]?.taxable_amount ?? undefined) : line.amount;
  return { id, kind, net, taxes, roundings: 1 };
}

/** Returns the VAT of a document, shipping included. */
const vatOf = ({ total, total_excluding_tax, total_taxes }: Totals): number =>
  total_excluding_tax === null || total_excluding_tax === undefined
    ? sumOf((total_taxes ?? []).map(({ amount }) => amount))
    : total - total_excluding_tax;

/**
 * Adds shipping where the sums lack it, and what the total has beside them, which has no VAT. Whether totals per tax have
 * the tax of shipping is not documented, so the reading that gives the document's VAT is used.
 */
function complete(
  sums: readonly TaxSum[],
  document: Totals,
  { supply_kind }: Pick<StripeInvoicesSettings, "supply_kind">,
): readonly TaxSum[] {
  const vat = vatOf(document);
  const kind = sums.some((sum) => sum.kind === "goods") ? "goods" : supply_kind;
  const isWithout = sumOf(sums.map(vatIn)) !== vat;
  const all = isWithout ? [...sums, ...shippingOf(document, kind)] : sums;
  const untaxed = document.total - vat - sumOf(all.map(({ net = 0 }) => net));
  const isKnown = all.every(({ net }) => net !== undefined);
  // Less than a unit for each sum is a rounding.
  return isKnown && Math.abs(untaxed) > all.length
    ? [...all, { id: "rest", kind, net: untaxed, taxes: [], roundings: 1 }]
    : all;
}

function shippingOf({ shipping_cost }: Totals, kind: ShopKind): readonly TaxSum[] {
  if (!shipping_cost || shipping_cost.amount_tax === 0) return [];
  const { amount_tax: amount, amount_total } = shipping_cost;
  const taxes = [{ amount, tax_rate_details: { tax_rate: "shipping" } }];
  return [{ id: "shipping", kind, net: amount_total - amount, taxes, roundings: 1 }];
}

/** States a credit note as the judge takes it. Its place, kind and rates are those of its invoice. */
export function statedCreditNote(
  note: StripeCreditNote,
  settings: StripeInvoicesSettings,
): StatedRefund {
  const { currency, lines } = note;
  const totals = sumsOfTotals(note, settings.supply_kind, lines?.data.length ?? 1);
  return {
    id: note.id,
    order: note.invoice,
    day: dayOfCreditNote(note, settings.time_zone),
    currency,
    lines: complete(totals, note, settings).map((sum) =>
      creditedLine({ ...sum, net: sum.net ?? 0, vat: vatIn(sum) }, currency),
    ),
    amount: stripeDecimal(note.total, currency),
  };
}

type Credited = { readonly net: number; readonly vat: number; readonly roundings: number };

const creditedLine = ({ net, vat, roundings }: Credited, currency: string): RefundedLine => ({
  net: stripeDecimal(net, currency),
  vat: stripeDecimal(vat, currency),
  isVatStated: true,
  roundings,
});

/** A credit note that waits for its invoice, as versions before 2026-11-28 stored it. */
export type FormerCreditNote = Pick<StatedRefund, "id" | "order" | "day"> & {
  readonly currency: string;
  /** In minor units of Stripe; a text if they could not be told. */
  readonly sums: readonly Credited[] | string;
};

/** Returns a credit note that an older version stored; undefined if its VAT could not be told. */
export const formerCreditNote = ({ sums, ...note }: FormerCreditNote): StatedRefund | undefined =>
  typeof sums === "string" || sums.length === 0
    ? undefined
    : { ...note, lines: sums.map((sum) => creditedLine(sum, note.currency)) };
