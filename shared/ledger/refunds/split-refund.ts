import { shares } from "../calculate/portions.ts";

/** Amounts in minor units. */
type Amounts = { readonly net: bigint; readonly vat: bigint };

/** A sale to be refunded: the amounts it was sold for, and those that earlier refunds have left of it. */
export type RefundablePart = { readonly sold: Amounts; readonly left: Amounts };

export const grossOf = ({ net, vat }: Amounts): bigint => net + vat;

/** Returns what is left of all parts, with VAT. */
export const grossLeft = (parts: readonly RefundablePart[]): bigint =>
  parts.reduce((sum, { left }) => sum + grossOf(left), 0n);

/**
 * Splits a refund with VAT over the parts of an order, in proportion to what is left of each. `gross` must not exceed
 * what is left of all parts, so no part gets more than is left of it.
 */
export function splitRefund(parts: readonly RefundablePart[], gross: bigint): Amounts[] {
  const given = shares(
    gross,
    parts.map(({ left }) => grossOf(left)),
  );
  return parts.map((part, n) => splitGross(part, given[n] as bigint));
}

/**
 * Splits an amount with VAT at the ratio of its sale, halves to the VAT as for prices. Earlier refunds were rounded, so
 * the result is kept within what is left: a refund that takes the rest takes the exact rest of both.
 */
function splitGross({ sold, left }: RefundablePart, gross: bigint): Amounts {
  // A sale of nothing that was raised later has no ratio of its own.
  const ratio = grossOf(sold) === 0n ? left : sold;
  const [share = 0n] = shares(gross, [ratio.vat, ratio.net]);
  const least = gross - left.net;
  const atLeast = share < least ? least : share;
  const vat = atLeast > left.vat ? left.vat : atLeast;
  return { net: gross - vat, vat };
}
