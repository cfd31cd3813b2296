import type { Exact } from "../../core/money/convert.ts";
import { roundExact } from "../../core/money/convert.ts";

type Taxed = { readonly vat_rate_bps: number; readonly vat: number };

const RATE_ONE = 10_000n;

/** What was taxed, when `vat` is what `vat_rate_bps` gives. */
const netBehind = ({ vat_rate_bps, vat }: Taxed): Exact => ({
  numerator: BigInt(vat) * RATE_ONE,
  denominator: BigInt(vat_rate_bps),
});

/**
 * The net amounts behind the VAT of several rates, making up `net`. VAT is rounded to half a minor
 * unit, so what it was computed of is known to 0.5 / rate: so much may be left over, and goes to the
 * lowest rate, which is known the least. `roundings` is how often each VAT may have been rounded.
 * @returns undefined when more is left over: then something untaxed is among it
 */
export function netByRate(
  net: number,
  taxes: readonly Taxed[],
  roundings = 1,
): readonly (Taxed & { readonly net: number })[] | undefined {
  const split = taxes.map((tax) => ({ ...tax, net: Number(roundExact(netBehind(tax))) }));
  const lowest = split.toSorted((a, b) => a.vat_rate_bps - b.vat_rate_bps)[0];
  if (!lowest) return undefined;
  const left = net - split.reduce((sum, part) => sum + part.net, 0);
  // Σ 0.5 / rate, in minor units, times the roundings.
  const most = taxes.reduce((sum, tax) => sum + 5_000 / tax.vat_rate_bps, 0) * roundings;
  if (Math.abs(left) > most) return undefined;
  return split.map((part) => (part === lowest ? { ...part, net: part.net + left } : part));
}

/** Whether `vat` is that of `net` at a rate, but for `roundings` halves of a minor unit. */
export const fitsRate = (net: number, vat: number, rate_bps: number, roundings: number): boolean =>
  Math.abs(net * rate_bps - vat * 10_000) <= 5_000 * (roundings + 1);
