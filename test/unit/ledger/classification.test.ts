import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import { placementOf } from "../../../shared/ledger/events/classification.ts";
import type { NewEvent } from "../../../shared/ledger/events/schema.ts";
import {
  CLASSIFICATIONS,
  type Classification,
  supplyEventOf,
  TREATMENTS,
  type Treatment,
} from "../../../shared/vat/schemes/supply-event.ts";
import { NO_PROFILE, type Profile } from "../../../shared/vat/seller/profile.ts";
import { CLASSIFICATION_CASES, HOME } from "../../make/classification-cases.ts";
import { history } from "../../make/history.ts";
import {
  makeEnergy,
  makeImport,
  makeRefund,
  makeSale,
  makeService,
} from "../../make/supply-event.ts";

const SE: Profile = { establishment_country: "SE", fixed_establishments: [] };
const US: Profile = { establishment_country: "US", fixed_establishments: [] };
const US_IN_IE: Profile = { ...US, fixed_establishments: [{ country: "IE" }] };
const XI: Profile = { establishment_country: "XI", fixed_establishments: [] };
const PROFILES = { home: HOME, none: NO_PROFILE };

/** As the ledger does it: the seat stands in for an establishment that is not named. */
function found(event: NewEvent, profile: "home" | "none", asked = event.classification_status) {
  const establishment_country =
    event.establishment_country ?? (profile === "home" ? HOME.establishment_country : undefined);
  const completed = supplyEventOf({ ...event, establishment_country });
  return placementOf(completed, PROFILES[profile], { classification_status: asked });
}

test.for(CLASSIFICATION_CASES)("%s (profile: %s)", ([, profile, event, status, reasons]) => {
  expect(found(event, profile)).toMatchObject({
    classification_status: status,
    classification_reasons: reasons,
  });
});

const consulting = makeService({ supply_kind: "other_services" });
const toUs = { consumption_country: "US" };
const b2b = { customer_type: "b2b" as const };

type Facts = readonly [string, NewEvent, Profile, Treatment, Classification, readonly string[]];

/** Goods from Northern Ireland to Great Britain or the Isle of Man stay in the United Kingdom. */
const withinKingdom = ["GB", "IM"].map(
  (consumption_country): Facts => [
    `goods from Northern Ireland to ${consumption_country}`,
    makeSale({ dispatch_country: "XI", consumption_country }),
    XI,
    "domestic",
    "excluded",
    ["domestic_goods"],
  ],
);

test.for<Facts>([
  ...withinKingdom,
  [
    "goods from Germany to Great Britain",
    makeSale({ dispatch_country: "DE", consumption_country: "GB" }),
    HOME,
    "export",
    "excluded",
    ["export"],
  ],
  ["goods over a border", makeSale(), HOME, "union_oss", "classified", []],
  [
    "goods at home",
    makeSale({ dispatch_country: "DE" }),
    HOME,
    "domestic",
    "excluded",
    ["domestic_goods"],
  ],
  [
    "goods at home of a platform, in the older spelling",
    makeSale({ dispatch_country: "DE", supplier_role: "deemed_supplier" }),
    HOME,
    "union_oss",
    "classified",
    [],
  ],
  [
    "goods at home of a platform",
    makeSale({ dispatch_country: "DE", supplier_role: "deemed_supplier" }),
    HOME,
    "union_oss",
    "classified",
    [],
  ],
  [
    "goods through a platform",
    makeSale({ supplier_role: "underlying_seller" }),
    HOME,
    "deemed_by_marketplace",
    "excluded",
    ["deemed_by_marketplace"],
  ],
  [
    "an import through a platform",
    makeImport({ supplier_role: "underlying_seller" }),
    HOME,
    "deemed_by_marketplace",
    "excluded",
    ["deemed_by_marketplace"],
  ],
  ["goods to the United States", makeSale(toUs), HOME, "export", "excluded", ["export"]],
  [
    "goods to a business there",
    makeSale({ ...toUs, ...b2b }),
    HOME,
    "export",
    "excluded",
    ["export"],
  ],
  ["a refund from there", makeRefund(toUs), HOME, "export", "excluded", ["export"]],
  [
    "a service to Great Britain",
    makeService({ consumption_country: "GB" }),
    HOME,
    "export",
    "excluded",
    ["export"],
  ],
  [
    "goods to Northern Ireland",
    makeSale({ consumption_country: "XI" }),
    HOME,
    "union_oss",
    "classified",
    [],
  ],
  ["goods for a business", makeSale(b2b), HOME, "reverse_charge", "excluded", ["b2b_customer"]],
  [
    "goods for a business at home",
    makeSale({ ...b2b, dispatch_country: "DE" }),
    HOME,
    "domestic",
    "excluded",
    ["b2b_customer", "domestic_goods"],
  ],
  [
    "a service for a business at home",
    makeService({ ...b2b, consumption_country: "SE" }),
    HOME,
    "domestic",
    "excluded",
    ["b2b_customer", "services_taxed_at_establishment"],
  ],
  [
    "a service for a business where a fixed establishment is that takes no part (Art. 44, 192a)",
    makeService({ ...b2b, consumption_country: "FR" }),
    HOME,
    "reverse_charge",
    "excluded",
    ["b2b_customer", "services_taxed_at_establishment"],
  ],
  ["an import", makeImport(), HOME, "ioss", "classified", []],
  ["an import of a seller elsewhere", makeImport(), US, "ioss", "classified", []],
  ["a service of a seller in the Union", makeService(), HOME, "union_oss", "classified", []],
  [
    "one of a seller elsewhere (Art. 358a)",
    makeService({ establishment_country: "US" }),
    US,
    "non_union_oss",
    "classified",
    [],
  ],
  [
    "one of a seller elsewhere with an establishment here",
    makeService({ establishment_country: "IE" }),
    US_IN_IE,
    "union_oss",
    "classified",
    [],
  ],
  [
    "one of a seller in Northern Ireland, which is in the Union for goods alone",
    makeService({ establishment_country: "GB" }),
    XI,
    "non_union_oss",
    "classified",
    [],
  ],
  [
    "goods of a seller in Northern Ireland",
    makeSale({ dispatch_country: "XI" }),
    XI,
    "union_oss",
    "classified",
    [],
  ],
  [
    "one where nobody said where the seat is",
    makeService(),
    NO_PROFILE,
    "union_oss",
    "classified",
    [],
  ],
  [
    "goods of a seller elsewhere, from a warehouse here",
    makeSale(),
    US,
    "union_oss",
    "classified",
    [],
  ],
])("by the facts: %s", ([, event, profile, treatment, status, reasons]) => {
  expect(placementOf(supplyEventOf(event), profile)).toEqual({
    treatment,
    classification_status: status,
    classification_reasons: reasons,
  });
});

const on = (day: string) => ({ supply_date: day as IsoDate });
const in2027 = on("2027-01-01");
const atHome = (day: string, seat: string | undefined) =>
  makeSale({ dispatch_country: "DE", establishment_country: seat, ...on(day) });

/** What law to come puts elsewhere, by the day of the supply. */
test.for<Facts>([
  [
    "energy on the last day before",
    makeEnergy(on("2026-12-31")),
    HOME,
    "domestic",
    "excluded",
    ["energy_not_yet_in_scheme"],
  ],
  ["energy on the first day", makeEnergy(in2027), HOME, "union_oss", "classified", []],
  [
    "energy of a seller outside the Union",
    makeEnergy({ establishment_country: "US", ...in2027 }),
    US,
    "union_oss",
    "classified",
    [],
  ],
  [
    "energy where the seat is, also then",
    makeEnergy({ consumption_country: "SE", ...in2027 }),
    HOME,
    "domestic",
    "excluded",
    ["energy_at_establishment"],
  ],
  [
    "energy where a fixed establishment is, also then",
    makeEnergy({ consumption_country: "FR", ...in2027 }),
    HOME,
    "domestic",
    "excluded",
    ["energy_at_establishment"],
  ],
  [
    "energy for a business",
    makeEnergy({ ...b2b, ...in2027 }),
    HOME,
    "reverse_charge",
    "excluded",
    ["b2b_customer"],
  ],
  [
    "energy of a seller of nowhere known",
    makeEnergy({ establishment_country: undefined, ...in2027 }),
    NO_PROFILE,
    "union_oss",
    "needs_review",
    ["establishment_country_missing"],
  ],
  [
    "goods within a state on the last day before",
    atHome("2028-06-30", "SE"),
    HOME,
    "domestic",
    "excluded",
    ["domestic_goods"],
  ],
  [
    "goods within a state on the first day",
    atHome("2028-07-01", "SE"),
    HOME,
    "union_oss",
    "classified",
    [],
  ],
  [
    "goods within the state of the seat, also then",
    makeSale({
      dispatch_country: "SE",
      consumption_country: "SE",
      establishment_country: "SE",
      ...on("2028-07-01"),
    }),
    HOME,
    "domestic",
    "excluded",
    ["domestic_goods"],
  ],
  [
    "goods within a state of a seller of nowhere known, also then",
    atHome("2028-07-01", undefined),
    NO_PROFILE,
    "domestic",
    "excluded",
    ["domestic_goods"],
  ],
])("by the day: %s", ([, event, profile, treatment, status, reasons]) => {
  expect(placementOf(supplyEventOf(event), profile)).toEqual({
    treatment,
    classification_status: status,
    classification_reasons: reasons,
  });
});

const AGAINST = "treatment_contradicts_facts";
const noVat = { vat_amount_minor: 0 };

type Said = readonly [string, NewEvent, Treatment, Classification, readonly string[]];

test.for<Said>([
  ["goods, as the facts are", makeSale(), "union_oss", "classified", []],
  [
    "goods below the threshold",
    makeSale(),
    "origin_below_threshold",
    "excluded",
    ["origin_below_threshold"],
  ],
  [
    "a TBE service below it",
    makeService(),
    "origin_below_threshold",
    "excluded",
    ["origin_below_threshold"],
  ],
  [
    "another service below it: Art. 59c knows none",
    consulting,
    "origin_below_threshold",
    "needs_review",
    [AGAINST],
  ],
  [
    "energy below it: Art. 59c knows none either",
    makeEnergy(in2027),
    "origin_below_threshold",
    "needs_review",
    [AGAINST],
  ],
  [
    "energy before its day into the Union scheme",
    makeEnergy(),
    "union_oss",
    "needs_review",
    [AGAINST],
  ],
  ["another service at home (Art. 45)", consulting, "domestic", "excluded", ["domestic"]],
  [
    "nothing charged, outside the scope",
    makeSale(noVat),
    "outside_scope",
    "excluded",
    ["outside_scope"],
  ],
  [
    "an export, outside the scope",
    makeSale({ ...toUs, ...noVat }),
    "outside_scope",
    "excluded",
    ["outside_scope"],
  ],
  [
    "goods from nowhere, below the threshold",
    makeSale({ dispatch_country: undefined }),
    "origin_below_threshold",
    "excluded",
    ["origin_below_threshold"],
  ],
  [
    "domestic goods into the Union scheme",
    makeSale({ dispatch_country: "DE" }),
    "union_oss",
    "needs_review",
    [AGAINST],
  ],
  ["an export into the Union scheme", makeSale(toUs), "union_oss", "needs_review", [AGAINST]],
  [
    "a service of this seller into the non-Union scheme",
    makeService(),
    "non_union_oss",
    "needs_review",
    [AGAINST],
  ],
  ["goods into the import scheme", makeSale(), "ioss", "needs_review", [AGAINST]],
  ["VAT charged, outside the scope", makeSale(), "outside_scope", "needs_review", [AGAINST]],
  ["goods to Germany, an export", makeSale(), "export", "needs_review", [AGAINST]],
  ["a consumer, reverse charge", makeSale(), "reverse_charge", "needs_review", [AGAINST]],
  ["goods over a border, domestic", makeSale(), "domestic", "needs_review", [AGAINST]],
  [
    "a business, domestic: in no return either way",
    makeSale(b2b),
    "domestic",
    "excluded",
    ["domestic"],
  ],
  [
    "goods from nowhere into the import scheme",
    makeSale({ dispatch_country: undefined }),
    "ioss",
    "needs_review",
    ["dispatch_country_missing", AGAINST],
  ],
  [
    "a refund, whatever is said: it follows its sale",
    makeRefund(),
    "origin_below_threshold",
    "excluded",
    ["origin_below_threshold"],
  ],
])("said of %s", ([, event, treatment, status, reasons]) => {
  expect(placementOf(supplyEventOf(event), SE, { treatment })).toEqual({
    treatment,
    classification_status: status,
    classification_reasons: reasons,
  });
});

describe("any event", () => {
  const anyEvent = history({ min: 1, max: 1 }).map(([event]) => event as NewEvent);
  const anyAsked = fc.constantFrom(...CLASSIFICATIONS);
  const anyTreatment = fc.option(fc.constantFrom(...TREATMENTS), { nil: undefined });
  const strictness = (status: Classification) => CLASSIFICATIONS.indexOf(status);

  it("never becomes laxer than it is by what the caller asks", () => {
    fc.assert(
      fc.property(anyEvent, anyAsked, (event, asked) => {
        const own = found(event, "home", "classified");
        const after = found(event, "home", asked);
        expect(strictness(after.classification_status)).toBe(
          Math.max(strictness(own.classification_status), strictness(asked)),
        );
        expect(after.classification_reasons).toEqual(
          expect.arrayContaining([...own.classification_reasons]),
        );
      }),
    );
  });

  it("has reasons exactly when it is not classified", () => {
    fc.assert(
      fc.property(anyEvent, anyAsked, anyTreatment, (event, classification_status, treatment) => {
        const placed = placementOf(supplyEventOf(event), HOME, {
          classification_status,
          treatment,
        });
        const plain = placed.classification_status === "classified";
        expect(placed.classification_reasons.length === 0).toBe(plain);
      }),
    );
  });

  it("is classified in nothing but the scheme that its facts put it in", () => {
    fc.assert(
      fc.property(anyEvent, anyTreatment, (event, treatment) => {
        const placed = placementOf(supplyEventOf(event), HOME, { treatment });
        const inScheme = event.supply_kind === "imported_goods" ? "ioss" : "union_oss";
        if (placed.classification_status === "classified" && event.event_type === "sale") {
          expect(placed.treatment).toBe(inScheme);
        }
      }),
    );
  });
});

it("a service is judged by every fixed establishment", () => {
  const fixed_establishments = ["FR", "IT", "PL"].map((country) => ({ country }));
  for (const { country } of fixed_establishments) {
    const event = makeService({ consumption_country: country });
    expect(placementOf(supplyEventOf(event), { fixed_establishments }).classification_status).toBe(
      "excluded",
    );
    expect(placementOf(supplyEventOf(event), NO_PROFILE).classification_status).toBe("classified");
  }
});
