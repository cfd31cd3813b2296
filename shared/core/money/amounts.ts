import { roundExact } from "./convert.ts";
import { jsonInteger } from "./decimal-string.ts";

/** The parts of a price in minor units of one currency. Net and VAT always add up to gross. */
export type Amounts = { readonly gross: bigint; readonly net: bigint; readonly vat: bigint };

/** A rate of 100 % in basis points. */
const WHOLE = 10_000n;

/**
 * Splits `amount_minor` at a rate in basis points.
 * The amount is the gross price when VAT is included, else the net price. The computed part is rounded once, halves
 * away from zero, so that a credit is the exact opposite of its charge. The third part is the difference.
 */
export function taxed(amount_minor: bigint, vat_rate_bps: number, includesVat: boolean): Amounts {
  const rate = BigInt(vat_rate_bps);
  if (includesVat) {
    const net = roundExact({ numerator: amount_minor * WHOLE, denominator: WHOLE + rate });
    return { gross: amount_minor, net, vat: amount_minor - net };
  }
  const vat = roundExact({ numerator: amount_minor * rate, denominator: WHOLE });
  return { gross: amount_minor + vat, net: amount_minor, vat };
}

/** Adds rounded prices without rounding again. */
export const sumAmounts = (parts: readonly Amounts[]): Amounts =>
  parts.reduce(
    (sum, { gross, net, vat }) => ({
      gross: sum.gross + gross,
      net: sum.net + net,
      vat: sum.vat + vat,
    }),
    { gross: 0n, net: 0n, vat: 0n },
  );

/** Returns the amounts as fields of a response. */
export const amountsView = ({ gross, net, vat }: Amounts) => ({
  gross_amount_minor: jsonInteger(gross),
  net_amount_minor: jsonInteger(net),
  vat_amount_minor: jsonInteger(vat),
});
