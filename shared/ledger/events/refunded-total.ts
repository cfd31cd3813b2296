import { isSale, type LedgerEvent, type SupplyEvent } from "../../vat/schemes/supply-event.ts";

/** A refund, cancellation or credit note is booked as a positive amount: its type gives the sign. */
export function signedAmounts(event: SupplyEvent): { taxable: number; vat: number } {
  const sign = event.event_type === "sale" || event.event_type === "adjustment" ? 1 : -1;
  return {
    taxable: sign * event.taxable_amount_minor,
    vat: sign * event.vat_amount_minor,
  };
}

/** What non-sales take back of a sale, and how many of them do. An adjustment may add to it. */
type RefundedAmounts = {
  readonly count: number;
  readonly taxable_amount_minor: number;
  readonly vat_amount_minor: number;
};

/**
 * The sum over all non-sales of a sale, by currency. It is kept beside the sale, whether that has
 * arrived or not, so that it is the same in whatever order they come.
 */
export type RefundedTotal = Readonly<Record<string, RefundedAmounts>>;

const NOTHING: RefundedAmounts = { count: 0, taxable_amount_minor: 0, vat_amount_minor: 0 };

/** The part of one event: what a person has set aside takes nothing back. */
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

/** Both together; `sign` -1 takes the second one out. */
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
 * Whether more is taken back than was sold. Each amount is rounded by half a unit at most, so parts of
 * a price may add up to as much more.
 */
export function isAboveSale(sale: SupplyEvent, taken: RefundedTotal = {}): boolean {
  const own = taken[sale.currency] ?? NOTHING;
  return exceeds(sale, own, (own.count + 1) / 2);
}

/** Whether it is, or might be with fewer of the parts. */
export const isNearSale = (sale: SupplyEvent, taken: RefundedTotal): boolean =>
  exceeds(sale, taken[sale.currency] ?? NOTHING, 0);

const exceeds = (sale: SupplyEvent, taken: RefundedAmounts, slack: number): boolean =>
  isSale(sale) &&
  (taken.taxable_amount_minor > sale.taxable_amount_minor + slack ||
    taken.vat_amount_minor > sale.vat_amount_minor + slack);

/** Whether an event is among those that take something back. */
export const isRefund = (event: LedgerEvent): boolean =>
  Object.values(refundedTotalOf(event)).some(
    ({ taxable_amount_minor, vat_amount_minor }) =>
      taxable_amount_minor > 0 || vat_amount_minor > 0,
  );
