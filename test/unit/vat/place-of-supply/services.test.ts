import { describe, expect, it } from "vitest";
import { placeOfSupply } from "../../../../shared/vat/place-of-supply/decide.ts";
import { Supply } from "../../../../shared/vat/place-of-supply/supply.ts";
import { b2b, FRENCH, UNION_2025 } from "../../../make/placed-supply.ts";
import { makeQuestion, type PlaceCase } from "../../../make/supply-question.ts";

const tbe = { supply_kind: "tbe_services" };
const other = { supply_kind: "other_services" };

const CASES: readonly PlaceCase[] = [
  ["TBE at home", { to: "DE", supply: tbe }, "domestic", "DE"],
  ["TBE, little sold", { to: "FR", supply: tbe }, "origin_below_threshold", "DE"],
  ["TBE, opted in", { to: "FR", supply: tbe, registrations: [UNION_2025] }, "union_oss", "FR"],
  [
    "TBE, much sold",
    { to: "FR", supply: tbe, sold: [["2025-01-01", 1_000_000n]] },
    "union_oss",
    "FR",
  ],
  [
    "TBE where a fixed establishment is",
    { to: "FR", supply: tbe, fixed: ["FR"] },
    "domestic",
    "FR",
  ],
  ["TBE past a fixed establishment", { to: "FR", supply: tbe, fixed: ["PL"] }, "union_oss", "FR"],
  ["TBE from outside the Union", { to: "FR", supply: tbe, seller: "US" }, "non_union_oss", "FR"],
  [
    "TBE from outside, with an establishment",
    { to: "FR", supply: tbe, seller: "US", fixed: ["PL"] },
    "union_oss",
    "FR",
  ],
  ["TBE from Northern Ireland", { to: "FR", supply: tbe, seller: "XI" }, "non_union_oss", "FR"],
  ["TBE to Northern Ireland", { to: "XI", supply: tbe }, "outside_scope", null],
  [
    "TBE to the Canary Islands",
    { to: "ES", postcode: "35001", supply: tbe },
    "outside_scope",
    null,
  ],
  ["TBE to a third country", { to: "CH", supply: tbe }, "outside_scope", null],
  ["TBE to a business", { to: "FR", supply: { ...tbe, ...b2b(FRENCH) } }, "reverse_charge", "FR"],
  [
    "TBE to a business at home",
    { to: "DE", supply: { ...tbe, ...b2b("DE811907980") } },
    "domestic",
    "DE",
  ],
  [
    "TBE to a business with a number for goods",
    { to: "FR", supply: { ...tbe, ...b2b("XI123456789") } },
    "origin_below_threshold",
    "DE",
  ],
  ["another service to a consumer", { to: "FR", supply: other }, "domestic", "DE"],
  ["another service to a consumer abroad", { to: "US", supply: other }, "domestic", "DE"],
  [
    "another service to the Canary Islands",
    { to: "ES", postcode: "35001", supply: other },
    "domestic",
    "DE",
  ],
  [
    "another service from outside",
    { to: "FR", supply: other, seller: "US" },
    "outside_scope",
    null,
  ],
  [
    "another service to a business",
    { to: "FR", supply: { ...other, ...b2b(FRENCH) } },
    "reverse_charge",
    "FR",
  ],
  [
    "another service to one from outside",
    { to: "FR", supply: { ...other, ...b2b(FRENCH) }, seller: "US" },
    "reverse_charge",
    "FR",
  ],
  [
    "another service to one without a number",
    { to: "FR", supply: { ...other, ...b2b() } },
    "domestic",
    "DE",
  ],
  [
    "another service to one in a third country",
    { to: "US", supply: { ...other, ...b2b("12-3456789") } },
    "outside_scope",
    null,
  ],
  [
    "another service to one there without a number",
    { to: "US", supply: { ...other, ...b2b() } },
    "domestic",
    "DE",
  ],
];

describe("services", () => {
  it.for(CASES.map((placeCase) => [placeCase[0], placeCase] as const))(
    "%s",
    ([, [, asked, treatment, taxed_in]]) => {
      const finding = placeOfSupply(makeQuestion(asked));
      expect(finding).toMatchObject({ treatment, taxed_in });
      expect(finding.treatment_reason).toMatch(/Art\. \d|registration/);
    },
  );
});

describe("a supply of a seller in Northern Ireland", () => {
  const faultsOf = (supply_kind: string) =>
    Supply.safeParse({ supply_kind, establishment_country: "XI" }).error?.issues.map(
      ({ message }) => message,
    );

  it.for(["tbe_services", "other_services"])(
    "is no supply of %s, which Great Britain makes",
    (kind) => {
      expect(faultsOf(kind)).toContain("services are supplied from GB, not XI");
    },
  );

  it("may be one of goods", () => {
    expect(faultsOf("goods") ?? []).not.toContain("services are supplied from GB, not XI");
  });
});
