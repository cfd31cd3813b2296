import { expect, it } from "vitest";
import { placeOfSupply } from "../../../../shared/vat/place-of-supply/decide.ts";
import { b2b, FRENCH, UNION_2025 } from "../../../make/placed-supply.ts";
import { errorOf, fieldsOf } from "../../../make/refusal.ts";
import { makeQuestion, type PlaceCase } from "../../../make/supply-question.ts";

const energy = { supply_kind: "energy" };
const from2027 = { day: "2027-01-01" };

it.for<PlaceCase>([
  ["before 2027", { to: "FR", supply: energy, day: "2026-12-31" }, "domestic", "FR"],
  [
    "before 2027, of one who is in the scheme",
    { to: "FR", supply: energy, day: "2026-12-31", registrations: [UNION_2025] },
    "domestic",
    "FR",
  ],
  ["since 2027", { to: "FR", supply: energy, ...from2027 }, "union_oss", "FR"],
  [
    "since 2027, from outside",
    { to: "FR", supply: energy, seller: "US", ...from2027 },
    "union_oss",
    "FR",
  ],
  ["at home, before 2027", { to: "DE", supply: energy }, "domestic", "DE"],
  ["at home, since 2027", { to: "DE", supply: energy, ...from2027 }, "domestic", "DE"],
  [
    "where a fixed establishment is, since 2027",
    { to: "FR", supply: energy, fixed: ["FR"], ...from2027 },
    "domestic",
    "FR",
  ],
  ["in Northern Ireland, since 2027", { to: "XI", supply: energy, ...from2027 }, "union_oss", "XI"],
  ["in Great Britain", { to: "GB", postcode: "SW1A 1AA", supply: energy }, "outside_scope", null],
  ["on the Canary Islands", { to: "ES", postcode: "35001", supply: energy }, "outside_scope", null],
  ["for a business", { to: "FR", supply: { ...energy, ...b2b(FRENCH) } }, "reverse_charge", "FR"],
  [
    "for a business at home",
    { to: "DE", supply: { ...energy, ...b2b("DE811907980") } },
    "domestic",
    "DE",
  ],
  [
    "for a business without a number, since 2027",
    { to: "FR", supply: { ...energy, ...b2b() }, ...from2027 },
    "union_oss",
    "FR",
  ],
])("energy %s", ([, asked, treatment, taxed_in]) => {
  const finding = placeOfSupply(makeQuestion(asked));
  expect(finding).toMatchObject({ treatment, taxed_in });
  expect(finding.treatment_reason).toMatch(/Art\. (38, )?39/);
});

it("never has the relief of small sellers: Art. 59c leaves Art. 39 alone", () => {
  const finding = placeOfSupply(makeQuestion({ to: "FR", supply: energy, net: 1n, ...from2027 }));
  expect(finding.treatment).toBe("union_oss");
});

it("asks where the seller is established: it decides who declares the tax", () => {
  const unknown = { to: "FR", supply: energy, seller: null, ...from2027 };
  const refusal = errorOf(() => placeOfSupply(makeQuestion(unknown)));
  expect(refusal.code).toBe("invalid_request");
  expect(fieldsOf(refusal)).toEqual(["supply.establishment_country"]);
});
