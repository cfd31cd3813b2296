import { periodKeyOn } from "../../core/calendar/dates.ts";
import { isTooLate, schemeOf } from "../../vat/schemes/schemes.ts";
import {
  isSale,
  type LedgerEvent,
  type Link,
  type SupplyEvent,
  taxationOf,
} from "../../vat/schemes/supply-event.ts";
import {
  type Check,
  type CheckCode,
  checkOf,
  type LinkCheckCode,
} from "../../vat/schemes/warnings.ts";
import { isVatOf } from "./checks.ts";
import { hasSingleEvidence } from "./classification.ts";

/**
 * Returns the signed amounts of an event. A refund, cancellation or credit note has positive amounts: its type gives
 * the sign.
 */
export function signedAmounts(event: SupplyEvent): { taxable: number; vat: number } {
  const sign = event.event_type === "sale" || event.event_type === "adjustment" ? 1 : -1;
  return {
    taxable: sign * event.taxable_amount_minor,
    vat: sign * event.vat_amount_minor,
  };
}

/** The amounts that non-sales refund of a sale, and their count. An adjustment may increase the sale. */
type RefundedAmounts = {
  readonly count: number;
  readonly taxable_amount_minor: number;
  readonly vat_amount_minor: number;
};

/**
 * The refunded total of a sale over all its non-sales, by currency. Stored at the key of the sale, even before the sale
 * has arrived, so the order of arrival has no effect.
 */
export type RefundedTotal = Readonly<Record<string, RefundedAmounts>>;

const NOTHING: RefundedAmounts = { count: 0, taxable_amount_minor: 0, vat_amount_minor: 0 };

/** Returns the amounts that one event refunds. An event that the user has excluded refunds nothing. */
export function refundedTotalOf(event: LedgerEvent): RefundedTotal {
  if (isSale(event) || event.classification_status !== "classified") return {};
  const { taxable, vat } = signedAmounts(event);
  return {
    [event.currency]: {
      count: 1,
      taxable_amount_minor: 0 - taxable,
      vat_amount_minor: 0 - vat,
    },
  };
}

/** Returns the sum of both totals; `sign` -1 subtracts the second one. */
export function withRefunded(
  some: RefundedTotal = {},
  more: RefundedTotal = {},
  sign: 1 | -1 = 1,
): RefundedTotal {
  const sums = [...new Set([...Object.keys(some), ...Object.keys(more)])].map((currency) => {
    const [a, b] = [some[currency] ?? NOTHING, more[currency] ?? NOTHING];
    const sum: RefundedAmounts = {
      count: a.count + sign * b.count,
      taxable_amount_minor: a.taxable_amount_minor + sign * b.taxable_amount_minor,
      vat_amount_minor: a.vat_amount_minor + sign * b.vat_amount_minor,
    };
    return [currency, sum] as const;
  });
  return Object.fromEntries(
    sums.filter(([, sum]) => Object.values(sum).some((part) => part !== 0)),
  );
}

/**
 * True if the refunds exceed the sale. Each amount is rounded by up to half a unit, so parts of a price may exceed the
 * price by that much each.
 */
export function isAboveSale(sale: SupplyEvent, taken: RefundedTotal = {}): boolean {
  const own = taken[sale.currency] ?? NOTHING;
  return exceeds(sale, own, (own.count + 1) / 2);
}

/** True if the refunds exceed the sale, or might exceed it with fewer parts. */
export const isNearSale = (sale: SupplyEvent, taken: RefundedTotal): boolean =>
  exceeds(sale, taken[sale.currency] ?? NOTHING, 0);

const exceeds = (sale: SupplyEvent, taken: RefundedAmounts, slack: number): boolean =>
  isSale(sale) &&
  (taken.taxable_amount_minor > sale.taxable_amount_minor + slack ||
    taken.vat_amount_minor > sale.vat_amount_minor + slack);

export const isRefund = (event: LedgerEvent): boolean =>
  Object.values(refundedTotalOf(event)).some(
    ({ taxable_amount_minor, vat_amount_minor }) =>
      taxable_amount_minor > 0 || vat_amount_minor > 0,
  );

/** Findings of a non-sale that its sale reveals, although the non-sale can be corrected. */
const LINK_CHECKS: Readonly<Record<LinkCheckCode, string>> = {
  currency_differs_from_sale: "its sale is in another currency",
  refund_above_sale: "the refunds of its sale take back more than was sold",
  refund_vat_differs_from_sale:
    "its VAT is another part of the sale's VAT than its amount is of the sale's amount; book it anew, or as an adjustment",
  refund_before_sale: "it is dated before its sale; correct the day of one of them",
  vat_differs_from_rate: "booked VAT is not that of the rate of its sale",
};

/**
 * Returns the findings of a non-sale. Which of several refunds exceeds the sale depends on the order of arrival, so all
 * of them have the finding (Art. 90 VAT Directive: the taxable amount is reduced to zero at most).
 */
function linkChecks(
  event: LedgerEvent,
  sale: LedgerEvent,
  taken: RefundedTotal | undefined,
): LinkCheckCode[] {
  const early: LinkCheckCode[] = event.supply_date < sale.supply_date ? ["refund_before_sale"] : [];
  const { vat_rate_bps = 0 } = sale;
  const isOdd = event.vat_rate_bps === undefined && !isVatOf(event, vat_rate_bps);
  const odd: LinkCheckCode[] = isOdd ? [...early, "vat_differs_from_rate"] : early;
  if (event.currency !== sale.currency) {
    return isOfRounding(event) ? odd : ["currency_differs_from_sale", ...odd];
  }
  return [
    ...(isRefund(event) && isAboveSale(sale, taken) ? (["refund_above_sale"] as const) : []),
    ...(isUnlikeSale(event, sale) ? (["refund_vat_differs_from_sale", ...early] as const) : odd),
  ];
}

/**
 * True if a refund takes back another part of the VAT than of the taxable amount, beyond rounding: two minor units, and
 * half of one for each hundred of the amount, as the lines of an order are rounded one by one. A sale whose own VAT is not
 * that of its rate has lines of several rates, of which a refund may take any. An adjustment may change VAT alone.
 */
function isUnlikeSale(event: LedgerEvent, sale: LedgerEvent): boolean {
  if (event.event_type === "adjustment" || sale.taxable_amount_minor === 0) return false;
  if (!isVatOf(sale, sale.vat_rate_bps ?? 0)) return false;
  const [taxable, sold] = [BigInt(event.taxable_amount_minor), BigInt(sale.taxable_amount_minor)];
  const apart = BigInt(event.vat_amount_minor) * sold - taxable * BigInt(sale.vat_amount_minor);
  const tolerated = (400n + taxable) * sold;
  return 200n * apart > tolerated || 200n * apart < -tolerated;
}

/** True for an adjustment of one minor unit: what rounding has left in a return is in the currency of the return. */
const isOfRounding = (event: LedgerEvent): boolean =>
  event.event_type === "adjustment" &&
  [event.taxable_amount_minor, event.vat_amount_minor].every((minor) => Math.abs(minor) <= 1);

/**
 * Decides the link of a non-sale to its original, if the original is known. Depends only on the two events and on the
 * refunded total of the original, so the order of arrival has no effect.
 */
export function linkOf(
  event: LedgerEvent,
  original: LedgerEvent | undefined,
  taken?: RefundedTotal,
): Link | undefined {
  if (isSale(event)) return undefined;
  if (event.original_period !== undefined) return { status: "by_period" };
  if (event.original_event_id === undefined) return { status: "missing" };
  if (event.original_event_id === event.event_id) return invalid("refers to itself");
  if (!original || original.undone) return { status: "waiting" };
  const reason = faultOf(event, original);
  if (reason) return invalid(reason);
  // A sale that was never declared needs no correction.
  const excluded_as = schemeOf(original).exclusionOf(original)?.code;
  const checks = linkChecks(event, original, taken);
  const { rate_category, vat_rate_bps } = taxationOf(original);
  return {
    status: "linked",
    supply_date: original.supply_date,
    from_country: schemeOf(original).originOf(original).from_country,
    rate_category,
    vat_rate_bps,
    treatment: original.treatment,
    ...inherited(event, original),
    ...(excluded_as === undefined ? {} : { excluded_as }),
    ...(checks.length > 0 ? { checks } : {}),
  };
}

/** Returns the customer and place that an event takes over from its sale. */
const inherited = (event: SupplyEvent, { customer_type, consumption_country }: SupplyEvent) => ({
  ...(event.customer_type === undefined ? { customer_type } : {}),
  ...(event.consumption_country === undefined ? { consumption_country } : {}),
});

const invalid = (reason: string): Link => ({ status: "invalid", reason });

/** Returns the reason why a non-sale cannot correct this original; undefined if it can. */
function faultOf(event: SupplyEvent, original: LedgerEvent): string | undefined {
  if (!isSale(original)) return "the original is not a sale";
  if (original.supply_kind !== event.supply_kind) return "the original is of another supply kind";
  const { consumption_country: state = original.consumption_country } = event;
  if (original.consumption_country !== state) {
    return "the original was consumed in another Member State";
  }
  const { period_kind } = schemeOf(original);
  const [sold, corrected] = [original.supply_date, event.supply_date].map((day) =>
    periodKeyOn(period_kind, day),
  );
  return String(sold) > String(corrected) ? "the original lies in a later period" : undefined;
}

export function sameLink(a: Link | undefined, b: Link | undefined): boolean {
  const parts = (link: Link | undefined) =>
    Object.entries(link ?? {})
      .sort()
      .join();
  return parts(a) === parts(b);
}

/** Returns all findings of an event: its own, and those of a non-sale against its sale. */
export function checksOn(event: LedgerEvent): Check[] {
  const { checks, link } = event;
  const linked = link?.status === "linked" ? (link.checks ?? []) : [];
  return [...checks, ...linked.map((code) => checkOf(code, LINK_CHECKS[code]))];
}

/** Counted for filing-prep, which knows the turnover, and not shown on the event: one item is enough up to EUR 100,000. */
const singleEvidence = (event: LedgerEvent): Check[] =>
  hasSingleEvidence(event) ? [checkOf("location_evidence_single", SINGLE)] : [];

const SINGLE = "one item of evidence; a second one is needed above EUR 100,000 a year";

/** The checks that find charged VAT in no return. Excluding the event does not resolve them. */
const VAT_LEFT_OUT: ReadonlySet<CheckCode> = new Set([
  "vat_on_zero_category",
  "vat_on_b2b_sale",
  "vat_on_untaxed_sale",
]);

/**
 * Returns the checks that are still open. A blocking check is resolved once the user has decided about the event. It
 * has no effect while the event is in no return, so that a period can be made ready.
 */
export function openChecks(event: LedgerEvent): Check[] {
  const settled = new Set(
    (event.classification_history ?? []).flatMap((step) => step.settled_checks ?? []),
  );
  const isExcluded = schemeOf(event).exclusionOf(event) !== undefined || isTooLate(event);
  return [...checksOn(event), ...singleEvidence(event)].filter(
    ({ code, severity }) =>
      severity !== "blocking" || !(settled.has(code) || (isExcluded && !VAT_LEFT_OUT.has(code))),
  );
}

export const openBlockingCodes = (event: LedgerEvent): CheckCode[] =>
  openChecks(event)
    .filter(({ severity }) => severity === "blocking")
    .map(({ code }) => code);

const TOO_LATE = "more than three years after the original return was due";

/** Returns the link of an event as responses show it, with the reason if no return corrects the original. */
export function linkFields(event: LedgerEvent) {
  const { link } = event;
  const link_status = link?.status ?? ("not_applicable" as const);
  if (link?.status === "invalid") return { link_status, link_reason: link.reason };
  return link?.status === "linked" && link.excluded_as !== undefined
    ? { link_status, link_reason: `the original is excluded: ${link.excluded_as}` }
    : { link_status, link_reason: isTooLate(event) ? TOO_LATE : null };
}
