import { expect, it } from "vitest";
import { linesBeside } from "../../../../shared/imports/orders/lines-beside.ts";
import type { StatedLine } from "../../../../shared/imports/orders/shop-order.ts";

const exact = (minor: number) => ({ numerator: BigInt(minor), denominator: 1n });
const article = (net: number, vat: number, rate_bps: number): StatedLine => ({
  id: String(rate_bps),
  role: "article",
  supply_kind: "goods",
  net: exact(net),
  taxes: [{ id: "vat", rate_bps, amount: exact(vat) }],
});

it.for<[what: string, other: StatedLine, lines: number]>([
  ["more than nothing", article(-90, -10, 1_000), 2],
  ["nothing", article(-100, -10, 1_000), 1],
  ["less than nothing", article(-200, -20, 1_000), 1],
])("shipping by value, beside articles that together are worth %s", ([, other, count]) => {
  const articles = [article(92, 18, 2_000), other];
  const lines = linesBeside(articles, [["shipping", exact(1_000)]], "by_value");
  expect(lines).toHaveLength(count);
  expect(lines[0]?.net === undefined).toBe(count === 1);
});
