import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AppliedRate,
  goodsTotal,
  priced,
  total,
} from "../../../../shared/ledger/calculate/calculate.ts";

const at = (vat_rate_bps: number): AppliedRate => ({
  vat_rate_bps,
  rate_category: "standard",
  rate_note: null,
});

describe("lines and shipping", () => {
  it("are taxed each at its rate, and rounded each by itself", () => {
    const lines = priced({ amounts: [10_000n, 30_000n], shipping: 2_000n, includesVat: false }, [
      at(550),
      at(2_000),
    ]);
    expect(lines).toEqual([
      {
        price: { net: 10_000n, vat: 550n, gross: 10_550n },
        shipping: { net: 500n, vat: 28n, gross: 528n },
      },
      {
        price: { net: 30_000n, vat: 6_000n, gross: 36_000n },
        shipping: { net: 1_500n, vat: 300n, gross: 1_800n },
      },
    ]);
    expect(total(lines)).toEqual({ net: 42_000n, vat: 6_878n, gross: 48_878n });
    expect(goodsTotal(lines)).toEqual({ net: 40_000n, vat: 6_550n, gross: 46_550n });
  });

  it("of inclusive prices split by net value, not by price", () => {
    const lines = priced({ amounts: [10_000n, 12_500n], shipping: 200n, includesVat: true }, [
      at(0),
      at(2_500),
    ]);
    expect(lines.map(({ shipping }) => shipping?.gross)).toEqual([100n, 100n]);
  });

  it("without shipping have no part of it", () => {
    const lines = priced({ amounts: [1n], shipping: undefined, includesVat: true }, [at(0)]);
    expect(lines).toEqual([{ price: { gross: 1n, net: 1n, vat: 0n } }]);
  });

  it("add up, and shipping is split to the last minor unit", () => {
    const amount = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
    const line = fc.tuple(amount, fc.integer({ min: 0, max: 10_000 }));
    const lines = fc.array(line, { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(lines, amount, fc.boolean(), (given, shipping, includesVat) => {
        const amounts = given.map(([one]) => one);
        const rates = given.map(([, bps]) => at(bps));
        const found = priced({ amounts, shipping, includesVat }, rates);
        const whole = total(found);
        expect(whole.net + whole.vat).toBe(whole.gross);
        const parts = found.map((pricedLine) => total([pricedLine]));
        expect(parts.reduce((sum, part) => sum + part.vat, 0n)).toBe(whole.vat);
        const shipped = found.map((pricedLine) =>
          includesVat ? pricedLine.shipping?.gross : pricedLine.shipping?.net,
        );
        expect(shipped.reduce<bigint>((sum, part) => sum + (part ?? 0n), 0n)).toBe(shipping);
        const asked = amounts.reduce((sum, amount) => sum + amount, shipping);
        expect(includesVat ? whole.gross : whole.net).toBe(asked);
      }),
    );
  });
});
