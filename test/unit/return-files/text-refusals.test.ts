import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../shared/calendar/iso-date.ts";
import { formatNamed } from "../../../shared/return-files/formats.ts";
import { type NeutralReturn, neutralReturn } from "../../../shared/return-files/neutral-return.ts";
import type { FileRequest } from "../../../shared/return-files/request.ts";
import { returnFile } from "../../../shared/return-files/return-file.ts";
import { returnFindings } from "../../../shared/return-files/return-findings.ts";
import {
  declaredReturn,
  F1_CORRECTIONS,
  F1_ROWS,
  makeCorrection,
  makeRow,
  neutralIn,
} from "../../make/f1-return.ts";
import { fileRequest, type SampledFormat } from "../../make/file-request.ts";
import { refusalOf } from "../../make/refusal.ts";
import { makeRegistration } from "../../make/registration.ts";
import { readNorthern } from "./read-northern.ts";

const standing = (neutral: NeutralReturn) => ({
  neutral,
  open_points: null,
  recount_pending: false,
  is_draft: false,
});

const made = (name: SampledFormat, neutral: NeutralReturn, request: FileRequest) =>
  new TextDecoder().decode(returnFile(formatNamed(name), standing(neutral), request, []).bytes);

/** Every reason against the file, as `field rule`. */
const reasons = (name: SampledFormat, neutral: NeutralReturn, more: object = {}) =>
  (
    refusalOf(() => made(name, neutral, fileRequest(name, more))).details as unknown as {
      field: string;
      rule: string;
    }[]
  ).map(({ field, rule }) => `${field} ${rule}`);

const warnings = (name: SampledFormat, neutral: NeutralReturn) =>
  returnFindings(formatNamed(name), standing(neutral))
    .filter(({ severity }) => severity === "warning")
    .map(({ field, rule }) => `${field} ${rule}`);

const in_ = (name: SampledFormat, ...lists: Parameters<typeof declaredReturn>) =>
  neutralIn(
    formatNamed(name).member_state,
    declaredReturn(lists[0], lists[1], {
      return_currency: formatNamed(name).currency,
      ...lists[2],
    }),
  );

const GOODS = F1_ROWS.filter((row) => row.supply_kind === "goods");
const TEXT_FORMATS = ["se_oss001", "fi_mytax", "de_bop_v2", "es_369", "xi_hmrc"] as const;
const LINES_ALONE = ["se_oss001", "fi_mytax", "de_bop_v2"] as const;

describe.for(TEXT_FORMATS)("%s", (name) => {
  it("takes no row below zero, and tells of each", () => {
    const back = makeRow({ taxable_amount_minor: -100, vat_amount_minor: -20 });
    const neutral = in_(name, [...GOODS, back, back]);
    expect(reasons(name, neutral)).toEqual(["rows.3 row_below_zero", "rows.4 row_below_zero"]);
  });

  it("takes one correction a period and Member State", () => {
    const neutral = in_(name, GOODS, [
      makeCorrection(),
      makeCorrection({ original_period: "2025-Q1" }),
      makeCorrection(),
    ]);
    expect(reasons(name, neutral)).toEqual(["corrections.2 correction_twice"]);
  });

  it("takes no other currency", () => {
    const other = name === "xi_hmrc" ? "EUR" : "DKK";
    const neutral = in_(name, GOODS, [], { return_currency: other });
    expect(reasons(name, neutral)).toEqual(["return other_currency"]);
  });

  it("is not for another Member State", () => {
    const state = formatNamed(name).member_state === "DE" ? "FR" : "DE";
    expect(reasons(name, neutralIn(state))).toEqual(["return other_member_state"]);
  });

  it("takes sixty rows", () => {
    const rows = Array.from({ length: 60 }, (_, at) => makeRow({ vat_rate_bps: 2_000 + at }));
    const text = made(name, in_(name, rows, []), fileRequest(name));
    expect(text.match(/FR|France/g)?.length).toBeGreaterThanOrEqual(60);
  });
});

describe.for(LINES_ALONE)("%s", (name) => {
  it("has no file of a nil return", () => {
    expect(reasons(name, in_(name, [], []))).toEqual(["return nil_return_without_lines"]);
  });

  it("has one of corrections alone", () => {
    expect(made(name, in_(name, []), fileRequest(name))).toContain("10");
  });
});

describe.for(["se_oss001", "fi_mytax", "de_bop_v2", "xi_hmrc"] as const)("%s", (name) => {
  it("warns where the file is for some of the days, which it cannot say", () => {
    const state = formatNamed(name).member_state;
    const until = makeRegistration({
      member_state_identification: state,
      effective_to: "2025-08-15" as IsoDate,
    });
    const after = makeRegistration({ id: 2, effective_from: "2025-08-16" as IsoDate });
    const neutral = neutralReturn(declaredReturn(GOODS, []), until, [until, after]);
    expect(warnings(name, neutral)).toContain("return days_not_in_file");
    expect(warnings(name, neutralReturn(declaredReturn(GOODS, []), until, [until]))).toEqual([]);
  });
});

describe("numbers of establishments", () => {
  test.for([
    ["se_oss001", ["rows.3 establishment_missing", "rows.4 establishment_missing"]],
    ["fi_mytax", ["rows.3 establishment_missing", "rows.4 establishment_missing"]],
    ["de_bop_v2", ["rows.3 establishment_missing"]],
    ["es_369", ["rows.3 establishment_missing"]],
  ] as const)("%s needs them", ([name, expected]) => {
    expect(reasons(name, in_(name), { establishments: [] })).toEqual(expected);
  });

  test.for(["se_oss001", "fi_mytax"] as const)("%s takes VAT numbers alone", (name) => {
    const establishments = [
      { country: "IT", tax_reference: "REF1" },
      { country: "PL", vat_number: "PL1234567890" },
    ];
    expect(reasons(name, in_(name), { establishments })).toEqual([
      "establishments.0.tax_reference tax_reference_not_taken",
    ]);
  });

  it("de_bop_v2 takes a tax reference in the column beside the VAT number", () => {
    const establishments = [{ country: "IT" as const, tax_reference: "REF1" }];
    const text = made("de_bop_v2", in_("de_bop_v2"), fileRequest("de_bop_v2", { establishments }));
    expect(text).toContain("4,EL,IT,,REF1,STANDARD,24.00,50.00,12.00\r\n");
    expect(text).toContain("5,FR,1,PL,,,STANDARD,20.00,100.00,20.00\r\n");
  });

  it("es_369 has room for fifteen characters", () => {
    const establishments = [{ country: "IT", tax_reference: "1234567890123456" }];
    expect(reasons("es_369", in_("es_369"), { establishments })).toEqual([
      "establishments.0.tax_reference number_too_long",
    ]);
  });
});

describe("amounts of zero", () => {
  const rows = [...GOODS, makeRow({ taxable_amount_minor: 2, vat_amount_minor: 0 })];

  test.for(["de_bop_v2", "es_369"] as const)("%s takes none", (name) => {
    expect(reasons(name, in_(name, rows))).toEqual(["rows.3 amount_of_zero"]);
  });

  test.for(["se_oss001", "fi_mytax", "xi_hmrc"] as const)("%s takes them", (name) => {
    expect(made(name, in_(name, rows), fileRequest(name))).toMatch(/0[.,]02.0[.,]00/);
  });
});

describe("de_bop_v2", () => {
  it("takes 6,000 records", () => {
    const rows = (count: number) => Array.from({ length: count }, () => makeRow());
    const file = made("de_bop_v2", in_("de_bop_v2", rows(5_999), []), fileRequest("de_bop_v2"));
    expect(file.split("\r\n")).toHaveLength(6_002);
    expect(reasons("de_bop_v2", in_("de_bop_v2", rows(6_000), []))).toEqual([
      "return too_many_records",
    ]);
  });

  it("flags sales that a platform is deemed to make", () => {
    const extras = { decimal_sign: ".", deemed_supplier: true };
    const text = made("de_bop_v2", in_("de_bop_v2"), fileRequest("de_bop_v2", { extras }));
    expect(text).toContain("5,FR,2,PL,");
  });
});

describe("xi_hmrc", () => {
  const northern = (rows = GOODS, corrections = F1_CORRECTIONS) =>
    in_("xi_hmrc", rows, corrections);

  it("takes no services", () => {
    expect(reasons("xi_hmrc", in_("xi_hmrc"))).toEqual([
      "rows.0 services_not_taken",
      "rows.3 services_not_taken",
    ]);
  });

  it("has no file without sales", () => {
    expect(reasons("xi_hmrc", northern([], []))).toEqual(["return return_without_sales"]);
    expect(reasons("xi_hmrc", northern([]))).toEqual(["return return_without_sales"]);
  });

  it("takes sales within a country from marketplaces alone", () => {
    const within = makeRow({ member_state_of_consumption: "XI" });
    expect(reasons("xi_hmrc", northern([within]))).toEqual(["rows.0 sale_within_a_country"]);
    const abroad = makeRow({ section: "2d", from_member_state: "FR" });
    expect(reasons("xi_hmrc", northern([abroad]))).toEqual(["rows.0 sale_within_a_country"]);
    const request = fileRequest("xi_hmrc", { extras: { online_marketplace: true } });
    expect(made("xi_hmrc", northern([within]), request)).toContain(
      "Northern Ireland,Northern Ireland,20,100.00,20.00",
    );
  });

  it("puts rows of one way and rate together, whatever their category", () => {
    const rows = [
      makeRow({ taxable_amount_minor: 10_000, vat_amount_minor: 2_000 }),
      makeRow({ rate_category: "reduced", taxable_amount_minor: 500, vat_amount_minor: 101 }),
      makeRow({ section: "2d", from_member_state: "PL" }),
      makeRow({ vat_rate_bps: 550, taxable_amount_minor: 2_000, vat_amount_minor: 110 }),
    ];
    const { supplies } = readNorthern(made("xi_hmrc", northern(rows), fileRequest("xi_hmrc")));
    expect(supplies).toMatchObject([
      { from: "XI", rate_bps: 2_000, base_minor: 10_500, vat_minor: 2_101 },
      { from: "PL", rate_bps: 2_000, base_minor: 10_000, vat_minor: 2_000 },
      { from: "XI", rate_bps: 550, base_minor: 2_000, vat_minor: 110 },
    ]);
  });

  it("writes the names of its parser", () => {
    const rows = ["CZ", "CY", "EL"].map((state) => makeRow({ member_state_of_consumption: state }));
    const text = made("xi_hmrc", northern(rows), fileRequest("xi_hmrc"));
    expect(text.split("\r\n").slice(1, -1)).toEqual([
      "Northern Ireland,Czech Republic,20,100.00,20.00",
      "Northern Ireland,Republic of Cyprus,20,100.00,20.00",
      "Northern Ireland,Greece,20,100.00,20.00",
    ]);
  });

  it("tells of corrections, and of rates that are not known in the quarter", () => {
    const rows = [
      makeRow({ vat_rate_bps: 2_000 }),
      makeRow({ vat_rate_bps: 1_234 }),
      makeRow({ vat_rate_bps: 550 }),
    ];
    expect(warnings("xi_hmrc", northern(rows))).toEqual([
      "corrections.0 correction_typed_in",
      "rows.1 rate_not_known",
    ]);
  });
});

describe("es_369", () => {
  const ioss = (more: object = {}) => ({
    ...in_("es_369", [], [], { scheme_type: "ioss", period_key: "2025-09" }),
    ...more,
  });
  const IMPORT = { filer: { vat_number: "IM7241234567" } };

  test.for([
    ["an ampersand", "Muestra & Hijos", "filer.name name_not_alphanumeric"],
    ["a smaller-than", "Muestra < Hijos", "filer.name name_not_alphanumeric"],
    ["dots and commas", "Muestra, S.L.", "filer.name name_not_alphanumeric"],
    ["letters of other alphabets", "Dvořák Őszi", "filer character_not_in_encoding"],
  ] as const)("takes no name with %s", ([, name, reason]) => {
    expect(reasons("es_369", in_("es_369"), { filer: { name } })).toEqual([reason]);
  });

  it("takes names of 125 characters", () => {
    const { filer } = formatNamed("es_369").fields;
    const named = (length: number) =>
      filer.safeParse({ vat_number: "ESB12345678", name: "A".repeat(length) }).success;
    expect([named(125), named(126)]).toEqual([true, false]);
  });

  it("asks for the tax number in the other schemes", () => {
    expect(reasons("es_369", ioss(), IMPORT)).toEqual(["filer.tax_number tax_number_missing"]);
  });

  it("asks for the intermediary that the registration has", () => {
    const identification = {
      member_state: "ES",
      number_masked: undefined,
      intermediary_number_masked: "IN724*****21",
    };
    const filer = { ...IMPORT.filer, tax_number: "B12345678" };
    expect(reasons("es_369", ioss({ identification }), { filer })).toEqual([
      "filer.intermediary_number intermediary_number_missing",
    ]);
  });

  test.for([
    ["I", [], "payable"],
    ["N", F1_ROWS, "nothing payable"],
  ] as const)("takes no payment type %s against the total", ([payment_type, rows]) => {
    const neutral = in_("es_369", rows, []);
    expect(reasons("es_369", neutral, { extras: { payment_type } })).toEqual([
      "extras.payment_type payment_type_unlike_total",
    ]);
  });

  it("warns of days that the form of the non-Union scheme cannot say", () => {
    const scheme_type = "non_union_oss";
    const until = makeRegistration({
      scheme_type,
      member_state_identification: "ES",
      effective_to: "2025-08-15" as IsoDate,
    });
    const after = makeRegistration({
      scheme_type,
      id: 2,
      effective_from: "2025-08-16" as IsoDate,
    });
    const neutral = neutralReturn(declaredReturn([], [], { scheme_type }), until, [until, after]);
    expect(warnings("es_369", neutral)).toEqual(["return days_not_in_file"]);
    expect(warnings("es_369", { ...neutral, scheme: "union_oss" })).toEqual([]);
  });
});
