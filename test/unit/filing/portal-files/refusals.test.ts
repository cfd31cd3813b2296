import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { formatNamed } from "../../../../shared/filing/portal-files/formats.ts";
import { declaredReturn, makeCorrection, makeRow, neutralIn } from "../../../make/f1-return.ts";
import { SAMPLE_FILERS } from "../../../make/file-request.ts";
import { errorOf } from "../../../make/refusal.ts";
import { type FormatName, FROM_POLAND, madeFile, reasonsOf, unionReturn } from "./made-file.ts";

const FORMATS = Object.keys(SAMPLE_FILERS) as FormatName[];

const NOBODY = { request: { establishments: [] } };

const BELOW_ZERO = makeRow({ taxable_amount_minor: -10_000, vat_amount_minor: -2_000 });

/** Supplies of the period, and the same as a row whose VAT is a cent off. */
const OFF_BY_A_CENT = makeRow({ vat_amount_minor: 2_001 });

describe.for(FORMATS)("%s refuses", (name) => {
  it("a row below zero, which no form has room for", () => {
    expect(reasonsOf(name, unionReturn(name, [makeRow(), BELOW_ZERO]))).toContain(
      "rows.1 row_below_zero",
    );
    const vatAlone = makeRow({ vat_amount_minor: -1 });
    expect(reasonsOf(name, unionReturn(name, [vatAlone]))).toContain("rows.0 row_below_zero");
  });

  it("a rate that is none", () => {
    const rows = [makeRow({ vat_rate_bps: 0 }), makeRow({ vat_rate_bps: 10_000 })];
    const reasons = reasonsOf(name, unionReturn(name, rows));
    expect(reasons).toContain("rows.0 rate_out_of_range");
    expect(reasons).toContain("rows.1 rate_out_of_range");
  });

  it("two corrections of one period and Member State", () => {
    const twice = [makeCorrection(), makeCorrection()];
    expect(reasonsOf(name, unionReturn(name, [makeRow()], twice))).toContain(
      "corrections.1 correction_twice",
    );
  });

  it("a return in another currency", () => {
    const neutral = { ...unionReturn(name, [makeRow()]), currency: "DKK" as const };
    expect(reasonsOf(name, neutral)).toEqual(["return other_currency"]);
  });

  it("a return to another Member State, or of another scheme, and says nothing else of it", () => {
    const elsewhere = formatNamed(name).member_state === "DE" ? "FR" : "DE";
    const abroad = neutralIn(elsewhere, declaredReturn([BELOW_ZERO]));
    expect(reasonsOf(name, abroad)).toEqual(["return other_member_state"]);
    const schemes = formatNamed(name).schemes;
    const month = { scheme_type: "ioss", period_key: "2025-08" as PeriodKey } as const;
    const monthly = neutralIn(elsewhere, declaredReturn([], [], month));
    expect(reasonsOf(name, monthly)).toEqual([
      ...(schemes.includes("ioss") ? [] : ["return other_scheme"]),
      "return other_member_state",
    ]);
  });

  it("services from an establishment whose number is not given", () => {
    const row = makeRow({ section: "2c", supply_kind: "services", from_member_state: "IT" });
    // Northern Ireland takes no services whatever the number.
    const rule = name === "xi_hmrc" ? "services_not_taken" : "establishment_missing";
    expect(reasonsOf(name, unionReturn(name, [row], []), NOBODY)).toEqual([`rows.0 ${rule}`]);
  });

  it("a number that is another one than the registration's", () => {
    const own = unionReturn(name, [makeRow()]);
    const identification = { ...own.identification, number_masked: "XX******99" };
    expect(reasonsOf(name, { ...own, identification }, NOBODY)).toEqual([
      "filer.vat_number number_unlike_mask",
    ]);
  });

  it("numbers of another form", () => {
    const request = {
      filer: { vat_number: "HU1" },
      establishments: [{ country: "IT" as const, vat_number: "123" }],
    };
    expect(reasonsOf(name, unionReturn(name, [makeRow()]), { request })).toEqual([
      "filer.vat_number number_form",
      "establishments.0.vat_number number_form",
    ]);
  });

  it("the number of an establishment that is another one than the account's", () => {
    const known = [{ country: "IT", vat_number_masked: "IT*********99" }];
    expect(reasonsOf(name, unionReturn(name, [makeRow()]), { known })).toEqual([
      "establishments.0.vat_number number_unlike_mask",
    ]);
  });

  it("with every reason at once, and words that name the row and repeat no number", () => {
    const services = { section: "2c", supply_kind: "services" } as const;
    const rows = [BELOW_ZERO, { ...FROM_POLAND, ...services }, BELOW_ZERO];
    const request = { filer: { vat_number: "HU11223344" }, establishments: [] };
    const refusal = errorOf(() => madeFile(name, unionReturn(name, rows), { request }));
    expect(refusal.code).toBe("return_not_exportable");
    const fields = refusal.details?.map(({ field }) => field);
    expect(fields).toEqual(
      expect.arrayContaining(["rows.0", "rows.1", "rows.2", "filer.vat_number"]),
    );
    expect(refusal.details?.[0]?.message).toContain("2b FR GOODS 20.00 %");
    expect(JSON.stringify([refusal.message, refusal.details])).not.toContain("11223344");
  });
});

describe("a dispatch from a Member State where there is no number", () => {
  it.for(["sk_dposs", "cz_ossei1", "pl_viudo2"] as const)("%s names the country alone", (name) => {
    const { text } = madeFile(name, unionReturn(name, [FROM_POLAND]), NOBODY);
    expect(text).toMatch(/<(vun:)?CountryCode>PL<|country="PL" state_consumption/);
  });

  it.for(["ro_d398"] as const)("%s refuses it", (name) => {
    expect(reasonsOf(name, unionReturn(name, [FROM_POLAND]), NOBODY)).toEqual([
      "rows.0 establishment_missing",
    ]);
  });
});

describe("a tax reference instead of a VAT number", () => {
  const options = {
    request: { establishments: [{ country: "PL" as const, tax_reference: "ab123" }] },
  };

  it.for(["sk_dposs", "cz_ossei1", "pl_viudo2"] as const)("%s has a place for it", (name) => {
    const row = { ...FROM_POLAND, section: "2c" as const };
    const { text } = madeFile(name, unionReturn(name, [row]), options);
    expect(text).toMatch(/TaxReferenceNumber issuedBy="PL">AB123<|tin="AB123"/);
  });

  it.for(["ro_d398"] as const)("%s has none", (name) => {
    expect(reasonsOf(name, unionReturn(name, [FROM_POLAND]), options)).toEqual([
      "establishments.0.tax_reference tax_reference_not_taken",
    ]);
  });

  it("is no longer than the Slovak form takes", () => {
    const request = {
      establishments: [{ country: "PL" as const, tax_reference: "1234567890123" }],
    };
    expect(reasonsOf("sk_dposs", unionReturn("sk_dposs", [FROM_POLAND]), { request })).toEqual([
      "establishments.0.tax_reference tax_reference_too_long",
    ]);
  });
});

describe("VAT that is not base times rate", () => {
  it("is refused by ANAF's rule R29, row by row", () => {
    const rows = [makeRow(), makeRow({ vat_amount_minor: 2_002 })];
    const refusal = errorOf(() => madeFile("ro_d398", unionReturn("ro_d398", rows)));
    expect(refusal.details).toEqual([
      {
        field: "rows.1",
        rule: "vat_unlike_base_times_rate",
        message: "2b FR GOODS 20.00 %: VAT is 20.02, and base times rate 20.00",
      },
    ]);
  });

  it("rounds halves up there", () => {
    // 10.50 at 5 % is 0.525; 10.30 is 0.515.
    const half = { vat_rate_bps: 500, taxable_amount_minor: 1_050 };
    const row = (vat_amount_minor: number) => makeRow({ ...half, vat_amount_minor });
    expect(madeFile("ro_d398", unionReturn("ro_d398", [row(53)])).text).toContain("0.53");
    expect(reasonsOf("ro_d398", unionReturn("ro_d398", [row(52)]))).toHaveLength(1);
  });

  it("is a warning in Czechia, and nothing in Slovakia", () => {
    const warnings = (name: FormatName) =>
      madeFile(name, unionReturn(name, [OFF_BY_A_CENT])).warnings;
    expect([warnings("cz_ossei1"), warnings("sk_dposs"), warnings("pl_viudo2")]).toEqual([1, 0, 0]);
  });
});

describe("an amount of zero", () => {
  const withoutVat = makeRow({ taxable_amount_minor: 1, vat_amount_minor: 0, vat_rate_bps: 500 });
  const withoutBase = makeRow({ taxable_amount_minor: 0, vat_amount_minor: 100 });

  it.for(["pl_viudo2", "ro_d398"] as const)("%s refuses it", (name) => {
    for (const row of [withoutVat, withoutBase]) {
      expect(reasonsOf(name, unionReturn(name, [row]))).toContain("rows.0 amount_of_zero");
    }
  });

  it("sk_dposs takes it", () => {
    expect(madeFile("sk_dposs", unionReturn("sk_dposs", [withoutVat])).text).toContain(">0.01<");
  });
});

describe("cz_ossei1", () => {
  it("has room for 13 digits", () => {
    const row = (base: number) => makeRow({ taxable_amount_minor: base });
    const most = 10 ** 13 - 1;
    expect(madeFile("cz_ossei1", unionReturn("cz_ossei1", [row(most)])).text).toContain(
      'taxable_amount="99999999999.99"',
    );
    expect(reasonsOf("cz_ossei1", unionReturn("cz_ossei1", [row(most + 1)]))).toEqual([
      "rows.0 amount_too_long",
    ]);
  });

  it("knows no quarter before the scheme", () => {
    const of = (original_period: string) => [
      makeCorrection({ original_period: original_period as PeriodKey }),
    ];
    const asked = (period: string) => unionReturn("cz_ossei1", [makeRow()], of(period));
    expect(reasonsOf("cz_ossei1", asked("2021-Q2"))).toEqual([
      "corrections.0 correction_before_scheme",
    ]);
    expect(madeFile("cz_ossei1", asked("2021-Q3")).text).toContain(
      '<VetaO quarter="3" year="2021"',
    );
  });

  it("takes an account to pay refunds to, and says whether the filer is an interface", () => {
    const extras = {
      electronic_interface: true,
      account_name: "Sample",
      iban: "CZ6508000000192000145399",
      bic: "GIBACZPX",
    };
    const { text } = madeFile("cz_ossei1", unionReturn("cz_ossei1", [makeRow()]), {
      request: { extras },
    });
    expect(text).toContain('electronic_interface="1"');
    expect(text).toContain(
      'account_name="Sample" iban_code="CZ6508000000192000145399" bic_code="GIBACZPX"',
    );
  });

  it("refuses an account whose check digits are wrong, as a payment order does", () => {
    const extras = { iban: "CZ0008000000192000145399" };
    expect(() =>
      madeFile("cz_ossei1", unionReturn("cz_ossei1", [makeRow()]), { request: { extras } }),
    ).toThrow("must be an IBAN with right check digits");
  });
});

describe("pl_viudo2", () => {
  const { fields, print } = formatNamed("pl_viudo2");

  it("asks for the four digits of the tax office", () => {
    expect(fields.extras.safeParse({ tax_office: "1071" }).success).toBe(true);
    for (const extras of [
      {},
      { tax_office: "107" },
      { tax_office: "Łódź" },
      { tax_office: "10710" },
    ]) {
      expect(fields.extras.safeParse(extras).success).toBe(false);
    }
  });

  it("takes a person by first and last name", () => {
    const filer = fields.filer.parse({
      vat_number: "1234567890",
      first_name: "Łucja",
      last_name: "Żak",
    });
    const text = print(unionReturn("pl_viudo2", [makeRow()]), {
      filer,
      establishments: [],
      extras: { tax_office: "1071" },
      prepared_on: "2025-10-02" as IsoDate,
    });
    expect(text).toContain("<dto:ImiePierwsze>Łucja</dto:ImiePierwsze>");
    expect(text).toContain("<dto:Nazwisko>Żak</dto:Nazwisko>");
  });
});
