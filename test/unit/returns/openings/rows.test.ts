import { describe, expect, it } from "vitest";
import { openingRows } from "../../../../shared/returns/openings/opening.ts";
import type { GivenRow } from "../../../../shared/returns/openings/schema.ts";
import { IOSS } from "../../../../shared/vat/schemes/ioss.ts";
import { NON_UNION_OSS } from "../../../../shared/vat/schemes/non-union-oss.ts";
import type { Scheme } from "../../../../shared/vat/schemes/scheme.ts";
import { UNION_OSS } from "../../../../shared/vat/schemes/union-oss.ts";
import { openingRow } from "../../../make/opening.ts";

const SERVICES = { supply_kind: "services" } as const;

describe("a row of a return to Sweden", () => {
  it.for<[string, Scheme, Partial<GivenRow>, [string | null, string, string | null]]>([
    ["goods from there", UNION_OSS, {}, ["2b", "goods", null]],
    [
      "the same, said",
      UNION_OSS,
      { section: "2b", from_member_state: null },
      ["2b", "goods", null],
    ],
    ["goods named from there", UNION_OSS, { from_member_state: "SE" }, ["2b", "goods", null]],
    ["goods from elsewhere", UNION_OSS, { from_member_state: "PL" }, ["2d", "goods", "PL"]],
    ["goods from Northern Ireland", UNION_OSS, { from_member_state: "XI" }, ["2d", "goods", "XI"]],
    ["services from there", UNION_OSS, SERVICES, ["2a", "services", null]],
    [
      "services of an establishment",
      UNION_OSS,
      { ...SERVICES, from_member_state: "FR", section: "2c" },
      ["2c", "services", "FR"],
    ],
    [
      "goods of a platform within Sweden",
      UNION_OSS,
      { member_state_of_consumption: "SE" },
      ["2b", "goods", null],
    ],
    ["non-Union services", NON_UNION_OSS, SERVICES, [null, "services", null]],
    ["the one kind left out", NON_UNION_OSS, { supply_kind: undefined }, [null, "services", null]],
    ["imports", IOSS, {}, [null, "goods", null]],
    ["imports, sections null", IOSS, { section: null }, [null, "goods", null]],
  ])("%s", ([, scheme, changes, [section, supply_kind, from_member_state]]) => {
    const { rows, faults } = openingRows([openingRow(changes)], {
      scheme,
      member_state_identification: "SE",
    });
    expect(faults).toEqual([]);
    expect(rows).toMatchObject([
      { section, supply_kind, from_member_state, vat_amount_minor: 19_000 },
    ]);
  });
});

describe("no row of a return", () => {
  it.for<[string, Scheme, string, Partial<GivenRow>, string[]]>([
    ["no kind where there are two", UNION_OSS, "SE", { supply_kind: undefined }, ["supply_kind"]],
    ["a section of services", UNION_OSS, "SE", { section: "2a" }, ["section"]],
    ["no origin in 2d", UNION_OSS, "SE", { section: "2d" }, ["section"]],
    ["a section of imports", IOSS, "SE", { section: "2b" }, ["section"]],
    ["services imported", IOSS, "SE", SERVICES, ["supply_kind"]],
    ["goods in the non-Union scheme", NON_UNION_OSS, "SE", {}, ["supply_kind"]],
    ["imports from a Member State", IOSS, "SE", { from_member_state: "DE" }, ["from_member_state"]],
    [
      "services from Northern Ireland",
      UNION_OSS,
      "SE",
      { ...SERVICES, from_member_state: "XI" },
      ["from_member_state"],
    ],
    [
      "services to Northern Ireland",
      UNION_OSS,
      "SE",
      { ...SERVICES, member_state_of_consumption: "XI" },
      ["member_state_of_consumption"],
    ],
    [
      "services at home",
      UNION_OSS,
      "SE",
      { ...SERVICES, member_state_of_consumption: "SE" },
      ["member_state_of_consumption"],
    ],
    ["services of Northern Ireland", UNION_OSS, "XI", SERVICES, ["member_state_of_consumption"]],
  ])("%s", ([, scheme, member_state_identification, changes, fields]) => {
    const filed = { scheme, member_state_identification };
    const { faults } = openingRows([openingRow(changes)], filed);
    expect(faults.map(({ field }) => field)).toEqual(fields.map((field) => `rows.0.${field}`));
  });

  it("is one that is there already, however it is spelled", () => {
    const again = openingRow({ section: "2b", from_member_state: "SE", vat_amount_minor: 1 });
    const other = openingRow({ vat_rate_bps: 700 });
    const filed = { scheme: UNION_OSS, member_state_identification: "SE" };
    expect(openingRows([openingRow(), other, again], filed).faults).toEqual([
      { field: "rows.2", message: "the same as rows.0" },
    ]);
  });
});
