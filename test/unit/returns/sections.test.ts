import { expect, it, test } from "vitest";
import type { MemberStateCode } from "../../../shared/vat/reference-data/member-states.ts";
import { correctionTally, lineTally, ratesOf, reportOf } from "../../make/return-input.ts";

const RATES = [ratesOf("2025-Q3", { GBP: "0.8734" })];

test.for<[string, "goods" | "services", string, MemberStateCode, string, string | null]>([
  ["goods that leave the identification state", "goods", "SE", "SE", "2b", null],
  ["goods that leave another Member State", "goods", "PL", "SE", "2d", "PL"],
  ["goods that leave Greece", "goods", "EL", "SE", "2d", "EL"],
  ["goods that leave Northern Ireland", "goods", "XI", "SE", "2d", "XI"],
  ["goods that leave Northern Ireland, identified there", "goods", "XI", "XI", "2b", null],
  ["goods that leave a Member State, identified in XI", "goods", "SE", "XI", "2d", "SE"],
  ["energy, which leaves no Member State", "goods", "", "SE", "2b", null],
  ["services from the identification state", "services", "SE", "SE", "2a", null],
  ["services from another Member State", "services", "PL", "SE", "2c", "PL"],
  ["services from outside the Union", "services", "US", "SE", "2a", null],
  ["services from Great Britain", "services", "GB", "SE", "2a", null],
  ["services from XI, which is none for services", "services", "XI", "SE", "2a", null],
])("%s", ([, supply_kind, from_country, state, section, from_member_state]) => {
  const tally = lineTally({ supply_kind, from_country }, 10_000, 1_900);
  const { rows } = reportOf([tally], { state, rates: RATES });
  expect(rows).toMatchObject([{ section, from_member_state, supply_kind }]);
});

it("a row for each section, origin, Member State, kind, category and rate, in that order", () => {
  const place = (row: object) => Object.values(row).slice(0, 6).join(" ");
  const lines = [
    { from_country: "PL", consumption_country: "AT" },
    { from_country: "FR", consumption_country: "AT" },
    { from_country: "PL", consumption_country: "AT", vat_rate_bps: 700, rate_category: "reduced" },
    { from_country: "PL", consumption_country: "AT", vat_rate_bps: 500, rate_category: "reduced" },
    { from_country: "PL", consumption_country: "AT", vat_rate_bps: 2_000 },
    { supply_kind: "services", from_country: "PL" },
    { supply_kind: "services" },
    { supply_kind: "services", from_country: "US" },
    {},
    { consumption_country: "AT" },
  ] as const;
  const tallies = lines.map((line) => lineTally(line, 1_000, 100));
  const { rows } = reportOf(tallies);
  const expected = [
    "2a DE services  standard 1900",
    "2b AT goods  standard 1900",
    "2b DE goods  standard 1900",
    "2c DE services PL standard 1900",
    "2d AT goods FR standard 1900",
    "2d AT goods PL standard 2000",
    "2d AT goods PL standard 1900",
    "2d AT goods PL reduced 700",
    "2d AT goods PL reduced 500",
  ];
  expect(rows.map(place)).toEqual(expected);
  expect(rows[0]).toMatchObject({ event_count: 2, taxable_amount_minor: 2_000 });
  expect(reportOf(tallies.toReversed()).rows).toEqual(rows);
});

it("services taxed in the identification state are in its national return", () => {
  const tallies = [
    lineTally(
      { supply_kind: "services", from_country: "PL", consumption_country: "SE" },
      500,
      95,
      3,
    ),
    lineTally({ from_country: "PL", consumption_country: "SE" }, 700, 133),
  ];
  const preview = reportOf(tallies);
  expect(preview.rows).toMatchObject([{ section: "2d", member_state_of_consumption: "SE" }]);
  expect(preview).toMatchObject({
    warnings: [{ code: "classification_excluded", count: 3 }],
    total_source_event_count: 4,
    included_source_event_count: 1,
    excluded_source_event_count: 3,
  });
});

it("a return to Northern Ireland has goods alone", () => {
  const tallies = [
    lineTally({ supply_kind: "services", from_country: "GB" }, 500, 95, 2),
    lineTally({ from_country: "XI" }, 1_000, 190),
  ];
  const preview = reportOf(tallies, { state: "XI", rates: RATES });
  expect(preview.rows).toMatchObject([{ section: "2b", taxable_amount_minor: 873 }]);
  expect(preview.warnings).toEqual([{ code: "unsupported_supply_kind_excluded", count: 2 }]);
});

it.for([
  ["SE", "SE", "classification_excluded"],
  ["XI", "DE", "unsupported_supply_kind_excluded"],
] as const)(
  "in a return to %s corrections of services to %s stay where their sales are",
  ([state, consumption_country, code]) => {
    const amounts = [-500, -95, 2] as const;
    const tallies = [
      correctionTally({ supply_kind: "services", consumption_country }, ...amounts),
      correctionTally({ supply_kind: "goods", consumption_country }, ...amounts),
    ];
    const rates = [...RATES, ratesOf("2025-Q2", { GBP: "0.85" })];
    const preview = reportOf(tallies, { state, rates });
    expect(preview.corrections).toMatchObject([{ event_count: 2 }]);
    expect(preview.warnings).toEqual([{ code, count: 2 }]);
  },
);
