import { expect, it, test } from "vitest";
import { attributeOf, sumIn } from "../../../../shared/ledger/sums/sum.ts";

test.for([
  ["event_count", "n"],
  ["taxable_amount_minor", "t"],
  ["taxable_amount_minor_DE", "DE"],
  ["vat_amount_minor", "v"],
  ["writes", "w"],
])("%s is kept as %s", ([sum = "", attribute = ""]) => {
  expect(attributeOf(sum)).toBe(attribute);
  expect(sumIn(attribute)).toBe(sum);
});

it("reads a sum of a Member State as it was kept before", () => {
  expect(sumIn("t_DE")).toBe("taxable_amount_minor_DE");
});

it("keeps any other name as it is", () => {
  const others = ["event_count_", "taxable", "taxable_amount_minor_de", "nt", "t_", "other", "DEU"];
  for (const name of [...others, "vat_amount_minor_DE"]) {
    expect(attributeOf(name)).toBe(name);
    expect(sumIn(name)).toBe(name);
  }
});
