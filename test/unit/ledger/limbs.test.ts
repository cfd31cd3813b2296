import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import { DomainError } from "../../../shared/core/errors/errors.ts";
import { NewEvent } from "../../../shared/ledger/events/schema.ts";
import { newRecord } from "../../../shared/ledger/events/submit-event.ts";
import { placeOfSupply } from "../../../shared/vat/place-of-supply/decide.ts";
import { toReportCode, toVatCountry } from "../../../shared/vat/reference-data/member-states.ts";
import { schemeOf } from "../../../shared/vat/schemes/schemes.ts";
import { type LedgerEvent, taxationOf } from "../../../shared/vat/schemes/supply-event.ts";
import { registrationHints } from "../../../shared/vat/seller/registration-rules.ts";
import { countsTowardsThreshold } from "../../../shared/vat/threshold/eligibility.ts";
import { BUILT_IN_RATES } from "../../make/built-in-rates.ts";
import { IDENTIFICATION_CASES, LIMB_CASES, STATED_RELIEF_CASES } from "../../make/limb-cases.ts";
import { FRENCH } from "../../make/placed-supply.ts";
import { makeRegistration } from "../../make/registration.ts";
import { makeSale } from "../../make/supply-event.ts";
import { makeQuestion } from "../../make/supply-question.ts";

const KINDS: Readonly<Record<string, string>> = {
  goods: "goods",
  tbe: "tbe_services",
  other: "other_services",
  import: "imported_goods",
  energy: "energy",
  install: "assembly_installation",
  vehicle: "new_means_of_transport",
};

/** A code as requests store it: that of the state whose VAT is charged, so France for Monaco. */
const stored = (code: string): string => toVatCountry(toReportCode(code));

function sellerOf(text: string) {
  const [seat, ...fixed] = text.split("+").map(stored);
  return {
    ...(seat ? { establishment_country: seat } : {}),
    fixed_establishments: fixed.map((country) => ({ country })),
  };
}

const FORM = /^(\w+) (\w\w)>(\w\w)(?: (\d+))?(?: (as|by) platform)?(?: (to business))?$/;

function supplyOf(text: string) {
  const [, kind = "", from = "", to = "", value = "10000", platform, business] =
    FORM.exec(text) ?? [];
  const role = platform && { as: "deemed_supplier", by: "underlying_seller" }[platform];
  return { supply_kind: KINDS[kind] ?? "", from, to, value: Number(value), role, business };
}

const OF_GOODS = new Set(["goods", "assembly_installation", "new_means_of_transport"]);

/** The record of an event, or undefined where its fields are rejected. */
function recordOf(day: string, seller: string, supply: string, more: object = {}) {
  const { supply_kind, from, to, value, role, business } = supplyOf(supply);
  const profile = sellerOf(seller);
  // A service that is supplied from elsewhere than the seat says so.
  const isFromSeat = stored(from) === profile.establishment_country;
  const { dispatch_country: _, ...sale } = makeSale();
  const read = NewEvent.safeParse({
    ...sale,
    supply_date: day,
    supply_kind,
    consumption_country: to,
    customer_type: business ? "b2b" : "b2c",
    ...(role && { supplier_role: role }),
    ...(OF_GOODS.has(supply_kind)
      ? { dispatch_country: from }
      : supply_kind === "imported_goods"
        ? {
            origin_country: from,
            consignment: { intrinsic_value_minor: value, currency: "EUR", excise_goods: false },
          }
        : isFromSeat || from === "GB"
          ? {}
          : { establishment_country: from }),
    ...more,
  });
  if (!read.success) return undefined;
  return newRecord(read.data, {
    profile: { rows: [profile] },
    rates: BUILT_IN_RATES,
    commit_id: "commit",
    committed_at: "2026-11-29T12:00:00Z",
    fingerprint: "one",
  });
}

const LEFT_OUT: Readonly<Record<string, string>> = {
  domestic: "national",
  reverse_charge: "business",
  deemed_by_marketplace: "marketplace",
  export: "export",
  unsupported_supply_kind_excluded: "no such kind",
  energy_not_yet_in_scheme_excluded: "not yet",
  consignment_value_exceeded_excluded: "above the value",
};

/** The state that identifies the seller: of the seat, else of an establishment, else of dispatch (Art. 369a(2)). */
function identification(seller: string, event: LedgerEvent): string {
  const [seat = "", establishment] = seller.split("+");
  if (!["US", "GB"].includes(seat)) return stored(seat);
  return establishment ?? event.dispatch_country ?? event.establishment_country ?? "";
}

function schemeOfEvent(seller: string, event: LedgerEvent): string {
  const scheme = schemeOf(event);
  const code = scheme.exclusionOf(event)?.code;
  if (code) {
    return LEFT_OUT[code === "classification_excluded" ? event.treatment : code] ?? code;
  }
  if (scheme.id !== "union_oss") return scheme.id === "ioss" ? "import" : "non-union";
  const { supply_kind, from_country } = scheme.originOf(event);
  const { consumption_country } = taxationOf(event);
  const placed = { supply_kind, from_country, consumption_country };
  const { section, from_member_state } = scheme.sectionOf(placed, identification(seller, event));
  return ["union", section, from_member_state].filter(Boolean).join(" ");
}

const ANSWERS: Readonly<Record<string, string>> = {
  origin_below_threshold: "origin",
  union_oss: "union",
  non_union_oss: "non-union",
  reverse_charge: "reverse",
};

function calculatedOf(day: string, seller: string, supply: string): string {
  const { supply_kind, from, to, value, role, business } = supplyOf(supply);
  const { establishment_country, fixed_establishments } = sellerOf(seller);
  const nothingBefore = { year: Number(day.slice(0, 4)) - 1, amount_minor: 0, currency: "EUR" };
  const isService = supply_kind.endsWith("services") || supply_kind === "energy";
  try {
    const { treatment, taxed_in } = placeOfSupply(
      makeQuestion({
        to,
        day,
        seller: establishment_country ?? null,
        fixed: fixed_establishments.map(({ country }) => country),
        net: BigInt(value),
        rates: RATES,
        entered: [nothingBefore as never],
        registrations: [makeRegistration({ scheme_type: "ioss" })],
        supply: {
          supply_kind,
          ...(supply_kind === "goods" && { dispatch_country: from }),
          ...(isService && { establishment_country: from }),
          ...(role && { supplier_role: role }),
          ...(business && { customer_type: "b2b", customer_vat_number: FRENCH }),
        },
      }),
    );
    return treatment === "outside_scope"
      ? "outside"
      : `${ANSWERS[treatment] ?? treatment} ${taxed_in}`;
  } catch (error) {
    if (error instanceof DomainError || (error as Error).name === "ZodError") return "rejected";
    throw error;
  }
}

/** Rates of the last day of publication before each day of the table. */
const RATES = {
  "2026-12-31": { SEK: "11", GBP: "0.87" },
  "2028-06-30": { SEK: "11", GBP: "0.87" },
};

const rows = LIMB_CASES.flatMap(([limb, days, seller, supply, scheme, counts, calculated]) =>
  days.map((day) => ({ limb, day, seller, supply, scheme, counts, calculated })),
);

describe("an event", () => {
  it.for(rows)("$limb: $seller, $supply on $day is $scheme", (row) => {
    const event = recordOf(row.day, row.seller, row.supply);
    expect(event ? schemeOfEvent(row.seller, event) : "rejected").toBe(row.scheme);
    if (row.counts !== null) {
      expect(event !== undefined && countsTowardsThreshold(event)).toBe(row.counts);
    }
  });
});

describe("a calculation", () => {
  const placed = rows.filter(({ calculated }) => calculated !== null);
  it.for(placed)("$limb: $seller, $supply on $day is $calculated", (row) => {
    expect(calculatedOf(row.day, row.seller, row.supply)).toBe(row.calculated);
  });
});

const stated = STATED_RELIEF_CASES.flatMap(([limb, days, seller, supply, allowed]) =>
  days.map((day) => ({ limb, day, seller, supply, allowed })),
);

it.for(stated)("the relief that is stated for $limb on $day: $allowed", (row) => {
  const { day, seller, supply, allowed } = row;
  const event = recordOf(day, seller, supply, { treatment: "origin_below_threshold" });
  expect(event?.classification_reasons).toEqual(
    allowed ? ["origin_below_threshold"] : ["treatment_contradicts_facts"],
  );
});

test.for(IDENTIFICATION_CASES)(
  "identification, %s: %s in %s of %s",
  ([, seller, scheme, state, hint]) => {
    const registration = makeRegistration({
      scheme_type: scheme,
      member_state_identification: state,
    });
    const days = { from: "2026-01-01" as IsoDate, to: "2026-03-31" as IsoDate };
    const found = registrationHints([registration], { rows: [sellerOf(seller)] }, days);
    expect(found.map(({ code }) => code)).toEqual(hint === null ? [] : [hint]);
  },
);

test("the table has a row for each limb and case", () => {
  expect([rows.length, stated.length, IDENTIFICATION_CASES.length]).toEqual([360, 71, 16]);
});
