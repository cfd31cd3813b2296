import { describe, expect, it } from "vitest";
import { placeOfSupply } from "../../../../shared/vat/place-of-supply/decide.ts";
import { from, IOSS_2025, UNION_2025 } from "../../../make/placed-supply.ts";
import { errorOf, fieldsOf } from "../../../make/refusal.ts";
import { type Asked, makeQuestion } from "../../../make/supply-question.ts";

const tbe = { supply_kind: "tbe_services" };
const imported = { supply_kind: "imported_goods" };

describe("the reason", () => {
  it.for<[string, Asked, RegExp]>([
    ["the year before", { to: "FR", sold: [["2024-12-31", 1_000_001n]] }, /year before/],
    ["this year", { to: "FR", sold: [["2025-03-01", 1_000_000n]] }, /this calendar year/],
    ["an unconverted sale", { to: "FR", sold: [["2025-03-01", 1n, "AED"]] }, /converted/],
    ["the option", { to: "FR", registrations: [UNION_2025] }, /59c\(3\)/],
    ["two establishments", { to: "FR", fixed: ["PL"] }, /more than one Member State, DE, PL/],
    ["stock elsewhere", { to: "FR", supply: from("PL") }, /comes from PL.*established in DE/],
    ["the territory", { to: "ES", postcode: "35001" }, /Canary Islands.*Art\. 6\(1\)\(b\)/],
  ])("names %s", ([, asked, fact]) => {
    expect(placeOfSupply(makeQuestion(asked)).treatment_reason).toMatch(fact);
  });
});

describe("what is not known is asked for", () => {
  it.for<[string, Asked, string]>([
    ["rules of another time", { to: "FR", day: "2021-06-30" }, "transaction_date"],
    ["where goods leave from", { to: "FR", seller: null }, "supply.dispatch_country"],
    [
      "where goods leave from, seller outside",
      { to: "FR", seller: "US" },
      "supply.dispatch_country",
    ],
    [
      "where services come from",
      { to: "FR", seller: null, supply: tbe },
      "supply.establishment_country",
    ],
    [
      "a consignment's value in euro",
      { to: "FR", currency: "USD", supply: imported, registrations: [IOSS_2025] },
      "supply.intrinsic_value_eur_minor",
    ],
  ])("%s", ([, asked, field]) => {
    const refusal = errorOf(() => placeOfSupply(makeQuestion(asked)));
    expect(refusal.code).toBe("invalid_request");
    expect(fieldsOf(refusal)).toEqual([field]);
  });
});
