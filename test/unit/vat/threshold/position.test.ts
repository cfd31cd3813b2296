import fc from "fast-check";
import { expect, it, test } from "vitest";
import { positionAgainst } from "../../../../shared/vat/threshold/check.ts";

const LIMIT = 1_000_000;

test.for([
  [0, 1_000_000, 0, false, false, "nothing sold"],
  [1, 999_999, 0, false, false, "a cent is no whole per cent"],
  [899_999, 100_001, 89, false, false, "8,999.99: before the warning band"],
  [900_000, 100_000, 90, false, true, "9,000.00: the band begins"],
  [999_999, 1, 99, false, true, "9,999.99: rounded down, never 100 before the limit"],
  [1_000_000, 0, 100, false, true, "10,000.00 is not exceeded"],
  [1_000_001, 0, 100, true, false, "10,000.01 is, and is warned of no more"],
  [2_500_000, 0, 250, true, false, "far above"],
  [Number.MAX_SAFE_INTEGER, 0, 900_719_925_474, true, false, "the largest integer of JSON"],
] as const)("%i: %i left, %i %%, exceeded %s, warning %s (%s)", ([current, ...expected]) => {
  const position = positionAgainst(LIMIT, current);
  expect([
    position.remaining_minor,
    position.percentage_used,
    position.exceeded,
    position.warning,
  ]).toEqual(expected.slice(0, 4));
  expect(position.current_minor).toBe(current);
});

it("exceeds, warns, or neither, and never leaves less than nothing", () => {
  fc.assert(
    fc.property(fc.nat({ max: 3_000_000 }), (current) => {
      const { remaining_minor, percentage_used, exceeded, warning } = positionAgainst(
        LIMIT,
        current,
      );
      expect(exceeded && warning).toBe(false);
      expect(remaining_minor).toBe(exceeded ? 0 : LIMIT - current);
      expect(percentage_used * LIMIT).toBeLessThanOrEqual(current * 100);
      expect((percentage_used + 1) * LIMIT).toBeGreaterThan(current * 100);
    }),
  );
});
