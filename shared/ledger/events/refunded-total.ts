import { isSale, type LedgerEvent, type SupplyEvent } from "../../vat/schemes/supply-event.ts";

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

/** True if an event refunds an amount. */
export const isRefund = (event: LedgerEvent): boolean =>
  Object.values(refundedTotalOf(event)).some(
    ({ taxable_amount_minor, vat_amount_minor }) =>
      taxable_amount_minor > 0 || vat_amount_minor > 0,
  );
