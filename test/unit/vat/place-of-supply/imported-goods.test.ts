import { describe, expect, it } from "vitest";
import { placeOfSupply } from "../../../../shared/vat/place-of-supply/decide.ts";
import { b2b, FRENCH, IOSS_2025, UNION_2025 } from "../../../make/placed-supply.ts";
import { makeQuestion, type PlaceCase } from "../../../make/supply-question.ts";

const imported = { supply_kind: "imported_goods" };

const CASES: readonly PlaceCase[] = [
  ["in the scheme", { to: "FR", supply: imported, registrations: [IOSS_2025] }, "ioss", "FR"],
  [
    "in the scheme, to the seller's own state",
    { to: "DE", supply: imported, registrations: [IOSS_2025] },
    "ioss",
    "DE",
  ],
  [
    "of exactly EUR 150",
    { to: "FR", supply: imported, net: 15_000n, registrations: [IOSS_2025] },
    "ioss",
    "FR",
  ],
  [
    "of EUR 150.01",
    { to: "FR", supply: imported, net: 15_001n, registrations: [IOSS_2025] },
    "outside_scope",
    null,
  ],
  [
    "with a value given",
    {
      to: "FR",
      supply: { ...imported, intrinsic_value_eur_minor: 15_000 },
      net: 99_999n,
      registrations: [IOSS_2025],
    },
    "ioss",
    "FR",
  ],
  [
    "with a value above",
    {
      to: "FR",
      supply: { ...imported, intrinsic_value_eur_minor: 15_001 },
      net: 1n,
      registrations: [IOSS_2025],
    },
    "outside_scope",
    null,
  ],
  [
    "in dollars with a value given",
    {
      to: "FR",
      currency: "USD",
      supply: { ...imported, intrinsic_value_eur_minor: 1 },
      registrations: [IOSS_2025],
    },
    "ioss",
    "FR",
  ],
  ["without a registration", { to: "FR", supply: imported }, "outside_scope", null],
  [
    "with the Union scheme alone",
    { to: "FR", supply: imported, registrations: [UNION_2025] },
    "outside_scope",
    null,
  ],
  [
    "to a business",
    { to: "FR", supply: { ...imported, ...b2b(FRENCH) }, registrations: [IOSS_2025] },
    "outside_scope",
    null,
  ],
  [
    "to a business without a number",
    { to: "FR", supply: { ...imported, ...b2b() }, registrations: [IOSS_2025] },
    "ioss",
    "FR",
  ],
  [
    "to the Canary Islands",
    { to: "ES", postcode: "35001", supply: imported, registrations: [IOSS_2025] },
    "outside_scope",
    null,
  ],
  ["to Northern Ireland", { to: "XI", supply: imported, registrations: [IOSS_2025] }, "ioss", "XI"],
];

describe("imported goods", () => {
  it.for(CASES.map((placeCase) => [placeCase[0], placeCase] as const))(
    "%s",
    ([, [, asked, treatment, taxed_in]]) => {
      const finding = placeOfSupply(makeQuestion(asked));
      expect(finding).toMatchObject({ treatment, taxed_in });
      expect(finding.treatment_reason).toMatch(/Art\. \d|registration/);
    },
  );

  it.for([
    ["XI", true],
    ["IE", false],
  ] as const)(
    "to %s may come from Great Britain, which has a return of its own: %s",
    ([to, says]) => {
      const question = makeQuestion({ to, supply: imported, registrations: [IOSS_2025] });
      expect(placeOfSupply(question).treatment_reason.includes("United Kingdom")).toBe(says);
    },
  );
});
