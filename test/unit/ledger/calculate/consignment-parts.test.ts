import fc from "fast-check";
import { expect, it, test } from "vitest";
import { consignmentParts } from "../../../../shared/ledger/calculate/portions.ts";

const worth = (intrinsic_value_minor: number, more: object = {}) => ({
  intrinsic_value_minor,
  currency: "EUR" as const,
  excise_goods: false,
  ...more,
});

const parts = (...nets: number[]) => nets.map((taxable_amount_minor) => ({ taxable_amount_minor }));

test.for([
  ["one part has it as it is", worth(9_000), parts(9_000), [worth(9_000)]],
  [
    "two share it as their prices do, under the name of the calculation",
    worth(15_000),
    parts(10_000, 5_000),
    [worth(10_000, { id: "order-1" }), worth(5_000, { id: "order-1" })],
  ],
  [
    "what is given stays: the id, and the verified value",
    worth(1_000, { id: "parcel-1", currency: "USD", intrinsic_value_eur_minor: 901 }),
    parts(1, 1),
    [
      worth(500, { id: "parcel-1", currency: "USD", intrinsic_value_eur_minor: 451 }),
      worth(500, { id: "parcel-1", currency: "USD", intrinsic_value_eur_minor: 450 }),
    ],
  ],
] as const)("%s", ([, whole, given, expected]) => {
  expect(consignmentParts(whole, "order-1", given)).toEqual(expected);
});

it("loses nothing", () => {
  const amount = fc.integer({ min: 0, max: 1_000_000_000_000 });
  fc.assert(
    fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 5 }), (value, nets) => {
      const values = consignmentParts(worth(value), "n", parts(...nets));
      expect(values.reduce((sum, one) => sum + one.intrinsic_value_minor, 0)).toBe(value);
    }),
  );
});
