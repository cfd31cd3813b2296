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

describe("the reason names a VAT number that did not decide", () => {
  const business = (number?: string, fields: object = {}) => ({
    customer_type: "b2b",
    ...(number === undefined ? {} : { customer_vat_number: number }),
    ...fields,
  });
  const CONSUMER = / so the customer is treated as a consumer \(Art\. 18 CIR 282\/2011\)$/;

  it.for<[number: string | undefined, to: string, fields: object, words: RegExp]>([
    [undefined, "FR", {}, /; no VAT number of the customer was sent,/],
    ["12345", "FR", {}, /does not begin with the code of a Member State,/],
    ["GB123456789", "FR", {}, /does not begin with the code of a Member State,/],
    ["094019245", "GR", {}, /lacks its prefix: write it with EL before it,/],
    ["DE123", "FR", {}, /does not have the form of a number of DE,/],
    ["XI123456789", "FR", tbe, /begins with XI, which is for goods only,/],
  ])("%s to %s", ([number, to, fields, words]) => {
    const { treatment_reason } = placeOfSupply(
      makeQuestion({ to, supply: business(number, fields) }),
    );
    expect(treatment_reason).toMatch(words);
    expect(treatment_reason).toMatch(CONSUMER);
    if (number !== undefined) expect(treatment_reason).not.toContain(number);
  });

  it.for<[number: string, to: string, treatment: string, words: RegExp]>([
    ["FR00000000000", "FR", "reverse_charge", /; the customer's VAT number has wrong check digits/],
    ["FR83404833048", "FR", "reverse_charge", /^(?!.*number has)/],
    ["any", "US", "outside_scope", /^(?!.*number)/],
  ])("%s to %s is a business", ([number, to, treatment, words]) => {
    const found = placeOfSupply(makeQuestion({ to, supply: business(number) }));
    expect(found.treatment).toBe(treatment);
    expect(found.treatment_reason).toMatch(words);
  });

  it("and changes nothing else of the finding", () => {
    const { treatment_reason: ofNumber, ...withNumber } = placeOfSupply(
      makeQuestion({ to: "FR", supply: business("12345") }),
    );
    const { treatment_reason: ofConsumer, ...withoutNumber } = placeOfSupply(
      makeQuestion({ to: "FR" }),
    );
    expect(withNumber).toEqual(withoutNumber);
    expect(ofNumber.startsWith(`${ofConsumer};`)).toBe(true);
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
