import { type Amounts, sumAmounts, taxed } from "../../core/money/amounts.ts";
import { shares, shippingWeights } from "./allocate.ts";
import type { AppliedRate } from "./rate.ts";

/** What is priced: the amounts of the lines, and shipping that goes with them; minor units. */
export type PriceRequest = {
  readonly amounts: readonly bigint[];
  readonly shipping: bigint | undefined;
  readonly includesVat: boolean;
};

/** A line with its part of the shipping. Every part is rounded by itself, and sums add what is rounded. */
export type PricedLine = {
  readonly price: Amounts;
  readonly shipping?: Amounts;
};

/**
 * The lines taken apart, each at its rate. Shipping shares the fate of the goods (it is ancillary to
 * them), so it is split over the lines by net value, and each part is taxed at the rate of its line.
 */
export function priced(request: PriceRequest, rates: readonly AppliedRate[]): PricedLine[] {
  const rateAt = (index: number): number => rates[index]?.vat_rate_bps ?? 0;
  const part = (amount: bigint, index: number) => taxed(amount, rateAt(index), request.includesVat);
  const prices = request.amounts.map(part);
  if (request.shipping === undefined) return prices.map((price) => ({ price }));
  const weights = shippingWeights(
    request.shipping,
    prices.map(({ net }) => net),
  );
  const shipping = shares(request.shipping, weights).map(part);
  return prices.map((price, index) => ({ price, shipping: shipping[index] ?? sumAmounts([]) }));
}

/** What the lines come to without shipping. */
export const goodsTotal = (lines: readonly PricedLine[]): Amounts =>
  sumAmounts(lines.map(({ price }) => price));

/** What the lines come to with shipping. */
export const total = (lines: readonly PricedLine[]): Amounts => sumAmounts(lines.map(lineTotal));

/** A line with its shipping. */
const lineTotal = ({ price, shipping }: PricedLine): Amounts =>
  shipping ? sumAmounts([price, shipping]) : price;
