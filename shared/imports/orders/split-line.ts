import { type Exact, ZERO } from "../../core/money/money.ts";
import { fitsExactly, isZero, minus, roughly, sumExact, timesExact } from "./exact-amount.ts";
import type { StatedLine, StatedTax } from "./shop-order.ts";

/** The part of a line that has one tax, or none. */
export type Piece = {
  readonly line: StatedLine;
  /** Undefined for a part without VAT. */
  readonly tax: StatedTax | undefined;
  /** Undefined if the shop does not say it. */
  readonly rate_bps: number | undefined;
  readonly net: Exact;
  readonly vat: Exact;
};

/** A rate of 100 % in basis points. */
const WHOLE = 10_000;

/** Returns the difference between VAT and rate that roundings explain: half a unit for each, and for the net amount. */
export const slackOf = (roundings: number, step: number): number =>
  ((roundings + 1) * Math.max(1, step)) / 2;

/**
 * Splits a line over its taxes. Those that the shop has rounded to nothing take part where the others do not explain the
 * net amount.
 * @returns undefined if its VAT fits neither its net amount nor its rates
 */
export function splitLine(line: StatedLine, step: number): readonly Piece[] | undefined {
  const { net } = line;
  if (net === undefined) return undefined;
  const taxes = chargedTaxes(line, net, step);
  if (taxes.length === 0) {
    return isZero(net) ? [] : [{ line, tax: undefined, rate_bps: 0, net, vat: ZERO }];
  }
  const split = splitOver(line, net, taxes, step);
  const rates = taxes.map(({ rate_bps }) => rate_bps);
  const others = merged(
    line.taxes.filter(
      ({ amount, rate_bps }) => isZero(amount) && rate_bps && !rates.includes(rate_bps),
    ),
  );
  if (split || others.length === 0 || rates.includes(undefined)) return split;
  return splitByRate(line, net, [...taxes, ...others], step);
}

function splitOver(
  line: StatedLine,
  net: Exact,
  taxes: readonly StatedTax[],
  step: number,
): readonly Piece[] | undefined {
  const [tax, ...others] = taxes;
  if (!tax || others.length > 0) return splitByRate(line, net, taxes, step);
  const { rate_bps, amount: vat } = tax;
  // A known error of Shopify writes the VAT of all lines on the first line.
  const slack = slackOf(line.roundings ?? 1, step);
  const fits = rate_bps === undefined || fitsExactly(net, vat, rate_bps, slack);
  return fits ? [{ line, tax, rate_bps, net, vat }] : undefined;
}

/**
 * Returns the taxes that were charged, each rate once. A tax of zero is charged where the law says zero, and where the
 * shop rounds the VAT of its rate to nothing.
 */
function chargedTaxes({ taxes }: StatedLine, net: Exact, step: number): readonly StatedTax[] {
  const charged = taxes.filter(({ amount }) => !isZero(amount));
  if (charged.length > 0) return merged(charged);
  const ofZero = taxes.find(
    ({ rate_bps = 0, isZeroByLaw }) =>
      isZeroByLaw || (rate_bps > 0 && fitsExactly(net, ZERO, rate_bps, step / 2)),
  );
  return ofZero && !isZero(net) ? [{ ...ofZero, ...(ofZero.isZeroByLaw && { rate_bps: 0 }) }] : [];
}

const merged = (taxes: readonly StatedTax[]): readonly StatedTax[] =>
  [...Map.groupBy(taxes, ({ rate_bps, id }) => rate_bps ?? `id ${id}`).values()].map((same) => ({
    ...(same[0] as StatedTax),
    amount: sumExact(same.map(({ amount }) => amount)),
  }));

/**
 * Splits a net amount by what each tax and its rate make of it. VAT is rounded, so each part is known to half a unit
 * divided by its rate. The remainder is added to the lowest rate, whose part is the least certain.
 */
function splitByRate(
  line: StatedLine,
  net: Exact,
  taxes: readonly StatedTax[],
  step: number,
): readonly Piece[] | undefined {
  const rates = taxes.map(({ rate_bps = 0 }) => rate_bps);
  if (rates.includes(0)) return undefined;
  const parts = taxes.map(({ amount, rate_bps = 1 }) => timesExact(amount, WHOLE, rate_bps));
  const left = minus(net, sumExact(parts));
  const half = Math.max(1, step) / 2;
  const most = rates.reduce((sum, rate_bps) => sum + (half * WHOLE) / rate_bps, 0);
  if (Math.abs(roughly(left)) > most + taxes.length / 2) return undefined;
  const lowest = rates.indexOf(Math.min(...rates));
  return taxes.map((tax, n) => ({
    line,
    tax,
    rate_bps: tax.rate_bps,
    net: n === lowest ? sumExact([parts[n] ?? ZERO, left]) : (parts[n] ?? ZERO),
    vat: tax.amount,
  }));
}
