import type { IsoDate } from "../../../core/calendar/dates.ts";
import { type RateCatalogue, ratesInForce } from "../../../vat/reference-data/vat-rates.ts";
import { fitsRate } from "../by-rate.ts";
import type { ShopKind } from "../settings.ts";
import type { StripeCreditNote, StripeInvoice, StripeLine, StripeTax } from "./documents.ts";
import type { StripeInvoicesSettings } from "./read.ts";

/** The sum of what has one kind and one tax of Stripe, which does not say its rate. */
export type TaxSum = {
  readonly kind: ShopKind;
  readonly net: number;
  readonly vat: number;
  /** Number of roundings in the VAT. */
  readonly roundings: number;
};

export type NoSums = "net_not_split" | "no_vat_charged" | "lines_missing";

/** A tax that was charged, or is zero by the law of the customer's country. */
const isTaxed = ({ amount, taxability_reason }: StripeTax): boolean =>
  amount !== 0 || taxability_reason === "zero_rated";

const sumOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, addend) => sum + addend, 0);

type Shipped = Pick<StripeInvoice | StripeCreditNote, "total_taxes" | "shipping_cost" | "total"> &
  Pick<StripeInvoice, "total_excluding_tax">;

/** Returns the VAT of a document, shipping included. */
const vatOf = ({ total, total_excluding_tax, total_taxes }: Shipped): number =>
  total_excluding_tax === null || total_excluding_tax === undefined
    ? sumOf((total_taxes ?? []).map(({ amount }) => amount))
    : total - total_excluding_tax;

/**
 * Returns the sums of a document by its own totals per tax. Whether these have the tax of shipping is not documented, so
 * the reading that gives the document's VAT is used.
 */
export function sumsOfTotals(
  document: Shipped,
  kind: ShopKind,
  lines: number,
): readonly TaxSum[] | NoSums {
  const charged = (document.total_taxes ?? []).filter(isTaxed);
  if (charged.some(({ taxable_amount }) => typeof taxable_amount !== "number")) {
    return "net_not_split";
  }
  const roundings = Math.max(1, lines);
  const sums = charged.map(({ amount, taxable_amount }) => ({
    kind,
    net: taxable_amount ?? 0,
    vat: amount,
    roundings,
  }));
  return complete(sums, document, kind);
}

/** Adds shipping where the sums lack it, and compares them with the totals of the document. */
function complete(
  sums: readonly TaxSum[],
  document: Shipped,
  shippingKind: ShopKind,
): readonly TaxSum[] | NoSums {
  const vat = vatOf(document);
  const isWithout = sumOf(sums.map((sum) => sum.vat)) !== vat;
  const all = isWithout ? [...sums, ...shippingOf(document, shippingKind)] : sums;
  if (sumOf(all.map((sum) => sum.vat)) !== vat) return "net_not_split";
  const untaxed = document.total - vat - sumOf(all.map(({ net }) => net));
  if (untaxed === 0) return all;
  return untaxed > 0 ? "no_vat_charged" : "net_not_split";
}

function shippingOf({ shipping_cost }: Shipped, kind: ShopKind): TaxSum[] {
  if (!shipping_cost || shipping_cost.amount_tax === 0) return [];
  const { amount_tax: vat, amount_total } = shipping_cost;
  return [{ kind, net: amount_total - vat, vat, roundings: 1 }];
}

/** Returns the sums of an invoice with products of several kinds, by its lines. */
export function sumsOfLines(
  invoice: StripeInvoice,
  settings: StripeInvoicesSettings,
): readonly TaxSum[] | NoSums {
  if (invoice.lines.has_more) return "lines_missing";
  const lines = invoice.lines.data.map((line) => sumOfLine(line, settings));
  const fault = lines.find((line) => typeof line === "string");
  if (fault) return fault;
  const known = lines.flatMap((line) => (typeof line === "object" ? [line] : []));
  const sums = [...Map.groupBy(known, ({ kind, tax }) => `${kind} ${tax}`).values()].map(addedUp);
  const isShipped = sums.some(({ kind }) => kind === "goods");
  return complete(sums, invoice, isShipped ? "goods" : settings.supply_kind);
}

type LineSum = TaxSum & { readonly tax: string };

/** Returns the sum of a line; undefined for one without an amount. */
function sumOfLine(
  line: StripeLine,
  settings: StripeInvoicesSettings,
): LineSum | NoSums | undefined {
  const [tax, ...others] = (line.taxes ?? []).filter(isTaxed);
  if (!tax) return line.amount === 0 ? undefined : "no_vat_charged";
  const { taxable_amount: net, amount: vat, tax_rate_details } = tax;
  if (others.length > 0 || typeof net !== "number") return "net_not_split";
  const name = tax_rate_details?.tax_rate ?? "";
  return { kind: kindOf(line, settings), tax: name, net, vat, roundings: 1 };
}

const addedUp = (lines: readonly LineSum[]): TaxSum => ({
  kind: (lines[0] as LineSum).kind,
  net: sumOf(lines.map(({ net }) => net)),
  vat: sumOf(lines.map(({ vat }) => vat)),
  roundings: lines.length,
});

const kindOf = (
  { pricing }: StripeLine,
  { product_kinds, supply_kind }: StripeInvoicesSettings,
): ShopKind => product_kinds[pricing?.price_details?.product ?? ""] ?? supply_kind;

/** The rate of a sum, and if another rate in force would have given the same VAT. */
export type RateFound = { readonly vat_rate_bps: number; readonly isUnsure: boolean };

/**
 * Finds the rate of a sum among those in force in the customer's country.
 * @returns undefined if none of them gives the VAT
 */
export function rateInForce(
  { net, vat, roundings }: TaxSum,
  state: string,
  day: IsoDate,
  rates: RateCatalogue,
): RateFound | undefined {
  if (vat === 0) return { vat_rate_bps: 0, isUnsure: false };
  const [nearest, ...others] = [...(ratesInForce(state, day, rates) ?? [])]
    .filter((rate) => fitsRate(net, vat, rate, roundings))
    .sort((a, b) => Math.abs(net * a - vat * 10_000) - Math.abs(net * b - vat * 10_000));
  return nearest === undefined ? undefined : { vat_rate_bps: nearest, isUnsure: others.length > 0 };
}
