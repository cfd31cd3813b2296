import { type Exact, roundExact, ZERO } from "../../core/money/money.ts";
import { isZero, minus, sumExact, timesExact } from "./exact-amount.ts";
import type { StatedLine } from "./shop-order.ts";

/** The rate of shipping for articles of several rates: the highest one, or each rate by the value of its articles. */
type ShippingVat = "highest" | "by_value";

/** An amount with its VAT, whose rate the shop does not state. */
type Beside = readonly [role: "shipping" | "fee", gross: Exact];

/** The gross amounts of the articles by their rate. */
type Shares = readonly (readonly [rate_bps: number, gross: number])[];

/**
 * Returns shipping and fees as lines at the rates of the articles, which they follow. For articles of several rates a
 * setting decides; without it the net amount is not known, and the order is left for review.
 */
export const linesBeside = (
  articles: readonly StatedLine[],
  besides: readonly Beside[],
  rule: ShippingVat | undefined,
): readonly StatedLine[] =>
  besides.flatMap(([role, gross]): readonly StatedLine[] => {
    if (isZero(gross)) return [];
    const line = { role, supply_kind: articles[0]?.supply_kind ?? "goods" } as const;
    const parts = spread(gross, sharesOf(articles), rule);
    if (!parts) return [{ ...line, id: role, net: undefined, taxes: [] }];
    return parts.map(([rate_bps, part]) => {
      const amount = timesExact(part, rate_bps, 10_000 + rate_bps);
      const taxes = rate_bps === 0 ? [] : [{ id: String(rate_bps), rate_bps, amount }];
      return { ...line, id: `${role} ${rate_bps}`, net: minus(part, amount), taxes };
    });
  });

function sharesOf(articles: readonly StatedLine[]): Shares {
  const taxed = articles.flatMap(({ net = ZERO, taxes: [tax] }) =>
    tax?.rate_bps ? [{ rate_bps: tax.rate_bps, gross: sumExact([net, tax.amount]) }] : [],
  );
  return [...Map.groupBy(taxed, ({ rate_bps }) => rate_bps)].map(([rate_bps, same]) => [
    rate_bps,
    Number(roundExact(sumExact(same.map(({ gross }) => gross)))),
  ]);
}

function spread(
  gross: Exact,
  shares: Shares,
  rule: ShippingVat | undefined,
): readonly (readonly [rate_bps: number, part: Exact])[] | undefined {
  const [[highest] = [0], ...others] = shares.toSorted(([a], [b]) => b - a);
  if (others.length === 0 || rule === "highest") return [[highest, gross]];
  const all = shares.reduce((sum, [, of]) => sum + of, 0);
  return rule === undefined || all <= 0
    ? undefined
    : shares.map(([rate_bps, of]) => [rate_bps, timesExact(gross, of, all)]);
}
