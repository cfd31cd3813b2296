import { describe, expect, it } from "vitest";
import { placeOfSupply } from "../../../../shared/vat/place-of-supply/decide.ts";
import { b2b, FRENCH, from } from "../../../make/placed-supply.ts";
import { makeQuestion, type PlaceCase } from "../../../make/supply-question.ts";

const NORTHERN_TO_GREAT = { to: "GB", supply: from("XI"), seller: "XI" };

const CASES: readonly PlaceCase[] = [
  ["stay where they are", { to: "DE" }, "domestic", "DE"],
  ["stay in another Member State", { to: "FR", supply: from("FR") }, "domestic", "FR"],
  [
    "stay there on the last day of the old scope",
    { to: "FR", supply: from("FR"), day: "2028-06-30" },
    "domestic",
    "FR",
  ],
  [
    "stay there on the first day of the new one",
    { to: "FR", supply: from("FR"), day: "2028-07-01" },
    "union_oss",
    "FR",
  ],
  [
    "stay there then, of a seller outside the Union",
    { to: "FR", supply: from("FR"), seller: "US", day: "2028-07-01" },
    "union_oss",
    "FR",
  ],
  [
    "stay there then, where a fixed establishment is",
    { to: "FR", supply: from("FR"), fixed: ["FR"], day: "2028-07-01" },
    "domestic",
    "FR",
  ],
  [
    "stay there then, of a seller who is established nowhere known",
    { to: "FR", supply: from("FR"), seller: null, day: "2028-07-01" },
    "domestic",
    "FR",
  ],
  ["stay where they are then", { to: "DE", day: "2028-07-01" }, "domestic", "DE"],
  ["go to a consumer, little sold", { to: "FR" }, "origin_below_threshold", "DE"],
  ["go to Monaco", { to: "MC" }, "origin_below_threshold", "DE"],
  ["go to Monaco from France", { to: "MC", seller: "FR" }, "domestic", "FR"],
  ["go to Northern Ireland", { to: "GB", postcode: "BT1 5GS" }, "origin_below_threshold", "DE"],
  ["go to Great Britain", { to: "GB", postcode: "SW1A 1AA" }, "outside_scope", null],
  ["go to Great Britain from Northern Ireland", NORTHERN_TO_GREAT, "outside_scope", null],
  ["go to a third country", { to: "US" }, "outside_scope", null],
  ["go to a business there", { to: "US", supply: b2b("12-3456789") }, "outside_scope", null],
  ["go to the Canary Islands", { to: "ES", postcode: "35001" }, "outside_scope", null],
  ["go there from Spain", { to: "ES", postcode: "38001", seller: "ES" }, "outside_scope", null],
  ["go to Heligoland from Germany", { to: "DE", postcode: "27498" }, "outside_scope", null],
  ["go to Réunion", { to: "RE" }, "outside_scope", null],
  ["go to a business", { to: "FR", supply: b2b(FRENCH) }, "reverse_charge", "FR"],
  [
    "go to a business with blanks",
    { to: "FR", supply: b2b("fr 83 404 833 048") },
    "reverse_charge",
    "FR",
  ],
  [
    "go to a Greek business as GR",
    { to: "GR", supply: b2b("GR123456789") },
    "reverse_charge",
    "EL",
  ],
  [
    "go to a business of a third state",
    { to: "FR", supply: b2b("IT12345678901") },
    "reverse_charge",
    "FR",
  ],
  [
    "go to a business with a number of the origin",
    { to: "FR", supply: b2b("DE811907980") },
    "domestic",
    "DE",
  ],
  ["go to a business at home", { to: "DE", supply: b2b("DE811907980") }, "domestic", "DE"],
  [
    "go to a business without a number",
    { to: "FR", supply: b2b() },
    "origin_below_threshold",
    "DE",
  ],
  [
    "go to a business with a number of no form",
    { to: "FR", supply: b2b("FR1") },
    "origin_below_threshold",
    "DE",
  ],
  [
    "go to a business in Northern Ireland",
    { to: "XI", supply: b2b("XI123456789") },
    "reverse_charge",
    "XI",
  ],
  [
    "are a marketplace's",
    { to: "FR", supply: { supplier_role: "deemed_supplier" } },
    "union_oss",
    "FR",
  ],
  [
    "are a marketplace's, at home",
    { to: "DE", supply: { supplier_role: "deemed_supplier" } },
    "union_oss",
    "DE",
  ],
  [
    "are a marketplace's, to a business",
    { to: "FR", supply: { supplier_role: "deemed_supplier", ...b2b(FRENCH) } },
    "reverse_charge",
    "FR",
  ],
];

it("goods from Northern Ireland to Great Britain are no export", () => {
  const { treatment_reason } = placeOfSupply(makeQuestion(NORTHERN_TO_GREAT));
  expect(treatment_reason).toContain("stay in the United Kingdom");
  expect(placeOfSupply(makeQuestion({ to: "GB" })).treatment_reason).toContain("an export");
});

describe("goods within the Union and out of it", () => {
  it.for(CASES.map((placeCase) => [placeCase[0], placeCase] as const))(
    "%s",
    ([, [, asked, treatment, taxed_in]]) => {
      const finding = placeOfSupply(makeQuestion(asked));
      expect(finding).toMatchObject({ treatment, taxed_in });
      expect(finding.treatment_reason).toMatch(/Art\. \d|registration/);
    },
  );
});
