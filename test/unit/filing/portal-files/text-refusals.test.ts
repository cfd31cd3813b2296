import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { formatNamed } from "../../../../shared/filing/portal-files/formats.ts";
import { neutralReturn } from "../../../../shared/filing/portal-files/neutral-return.ts";
import { declaredReturn, F1_ROWS, makeCorrection, makeRow } from "../../../make/f1-return.ts";
import { makeRegistration } from "../../../make/registration.ts";
import { type FormatName, madeFile, reasonsOf, unionReturn, warningsOf } from "./made-file.ts";

const GOODS = F1_ROWS.filter((row) => row.supply_kind === "goods");
const WITHOUT_NIL = ["se_oss001", "fi_mytax", "de_bop_v2"] as const;
const WITHOUT_DAYS = ["se_oss001", "fi_mytax", "de_bop_v2", "xi_hmrc"] as const;
const ALL = [...WITHOUT_DAYS, "es_369"] as const;

it.for(ALL)("%s takes sixty rows", (name) => {
  const rows = Array.from({ length: 60 }, (_, at) => makeRow({ vat_rate_bps: 2_000 + at }));
  const { text } = madeFile(name, unionReturn(name, rows, []));
  expect(text.match(/FR|France/g)?.length).toBeGreaterThanOrEqual(60);
});

describe.for(WITHOUT_NIL)("%s", (name) => {
  it("has no file of a nil return", () => {
    expect(reasonsOf(name, unionReturn(name, [], []))).toEqual(["return nil_return_without_lines"]);
  });

  it("has one of corrections alone", () => {
    const corrections = [makeCorrection({ member_state_of_consumption: "XI" })];
    const { text } = madeFile(name, unionReturn(name, [], corrections));
    expect(text).toMatch(/\bXI[;,]"?-10[.,]00/);
  });
});

describe.for(WITHOUT_DAYS)("%s", (name) => {
  it("warns where the file is for some of the days, which it cannot say", () => {
    const until = makeRegistration({
      member_state_identification: formatNamed(name).member_state,
      effective_to: "2025-08-15" as IsoDate,
    });
    const after = makeRegistration({ id: 2, effective_from: "2025-08-16" as IsoDate });
    const declared = declaredReturn(GOODS, []);
    expect(warningsOf(name, neutralReturn(declared, until, [until, after]))).toContain(
      "return days_not_in_file",
    );
    expect(warningsOf(name, neutralReturn(declared, until, [until]))).toEqual([]);
  });
});

describe("numbers of establishments", () => {
  const nobody = { request: { establishments: [] } };

  test.for([
    ["se_oss001", ["rows.3 establishment_missing", "rows.4 establishment_missing"]],
    ["fi_mytax", ["rows.3 establishment_missing", "rows.4 establishment_missing"]],
    ["de_bop_v2", ["rows.3 establishment_missing"]],
    ["es_369", ["rows.3 establishment_missing"]],
  ] as const)("%s needs them", ([name, expected]) => {
    expect(reasonsOf(name, unionReturn(name), nobody)).toEqual(expected);
  });

  test.for(["se_oss001", "fi_mytax"] as const)("%s takes VAT numbers alone", (name) => {
    const establishments = [
      { country: "IT" as const, tax_reference: "REF1" },
      { country: "PL" as const, vat_number: "PL1234567890" },
    ];
    expect(reasonsOf(name, unionReturn(name), { request: { establishments } })).toEqual([
      "establishments.0.tax_reference tax_reference_not_taken",
    ]);
  });

  it("de_bop_v2 has a column for the VAT number and one for a tax reference", () => {
    const establishments = [{ country: "IT" as const, tax_reference: "REF1" }];
    const { text } = madeFile("de_bop_v2", unionReturn("de_bop_v2"), {
      request: { establishments },
    });
    expect(text).toContain("4,EL,IT,,REF1,STANDARD,24.00,50.00,12.00\r\n");
    expect(text).toContain("5,FR,1,PL,,,STANDARD,20.00,100.00,20.00\r\n");
  });

  it("es_369 has room for fifteen characters", () => {
    const reference = (tax_reference: string) =>
      ({ request: { establishments: [{ country: "IT", tax_reference }] } }) as const;
    const neutral = unionReturn("es_369");
    expect(reasonsOf("es_369", neutral, reference("1234567890123456"))).toEqual([
      "establishments.0.tax_reference tax_reference_too_long",
    ]);
    expect(madeFile("es_369", neutral, reference("123456789012345")).text).toContain(
      " IT123456789012345EL 2400S",
    );
  });
});

describe("amounts of zero", () => {
  const small = makeRow({
    vat_rate_bps: 2_100,
    taxable_amount_minor: 2,
    vat_amount_minor: 0,
  });
  const of = (name: FormatName) => unionReturn(name, [...GOODS, small]);

  test.for(["de_bop_v2", "es_369"] as const)("%s takes none", (name) => {
    expect(reasonsOf(name, of(name))).toEqual(["rows.3 amount_of_zero"]);
  });

  test.for(["se_oss001", "fi_mytax", "xi_hmrc"] as const)("%s takes them", (name) => {
    expect(madeFile(name, of(name)).text).toMatch(/\b0[.,]02[;,]0[.,]00\b/);
  });
});

describe("de_bop_v2", () => {
  it("takes 6,000 records", () => {
    const rows = (count: number) =>
      unionReturn(
        "de_bop_v2",
        Array.from({ length: count }, () => makeRow()),
        [],
      );
    const { text } = madeFile("de_bop_v2", rows(5_999));
    expect(text.split("\r\n")).toHaveLength(6_002);
    expect(reasonsOf("de_bop_v2", rows(6_000))).toEqual(["return too_many_records"]);
  });

  it("flags sales that a platform is deemed to make", () => {
    const request = { extras: { deemed_supplier: true } };
    const { text } = madeFile("de_bop_v2", unionReturn("de_bop_v2"), { request });
    expect(text).toContain("5,FR,2,PL,PL1234567890,,STANDARD,20.00,");
  });
});
