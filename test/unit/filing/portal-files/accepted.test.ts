import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { formatNamed, RETURN_FORMATS } from "../../../../shared/filing/portal-files/formats.ts";
import { MEMBER_STATES } from "../../../../shared/vat/reference-data/member-states.ts";
import type { SchemeType } from "../../../../shared/vat/seller/registration.ts";
import { declaredReturn, makeCorrection, makeRow, neutralIn } from "../../../make/f1-return.ts";
import {
  consentsOf,
  type FormatName,
  FROM_POLAND,
  madeFile,
  reasonsOf,
  unionReturn,
  warningsOf,
} from "./made-file.ts";
import { schemaFaults } from "./xml-schemas.ts";

const LAYOUT = "return layout_not_confirmed";

/** One sale in a scheme and period, in the state of a format. */
const saleIn = (
  name: FormatName,
  scheme_type: "union_oss" | "non_union_oss" | "ioss",
  period_key: string,
) =>
  unionReturn(name, [makeRow(scheme_type === "union_oss" ? {} : { section: null })], [], {
    scheme_type,
    period_key: period_key as PeriodKey,
  });

/** The filer of a format in a scheme; numbers outside the Union scheme name the Member State by its ISO number. */
function filerIn(name: FormatName, scheme: SchemeType): object {
  const state = formatNamed(name).member_state;
  const { iso_numeric = "" } = MEMBER_STATES.find(({ code }) => code === state) ?? {};
  const tax_number = name === "es_369" ? { tax_number: "B12345678" } : {};
  return {
    union_oss: {},
    non_union_oss: { vat_number: `EU${iso_numeric}123456`, ...tax_number },
    ioss: { vat_number: `IM${iso_numeric}1234567`, ...tax_number },
  }[scheme];
}

describe("a layout beyond its last confirmed day", () => {
  it.for(RETURN_FORMATS)("$format asks for consent from 2027 on, and not before", (format) => {
    const name = format.format as FormatName;
    const of = (period: string) => consentsOf(name, saleIn(name, "union_oss", period));
    expect(format.confirmed_until).toBe("2026-12-31");
    expect(of("2026-Q4")).toEqual([]);
    expect(of("2027-Q1")).toEqual([LAYOUT]);
  });

  it.for(
    RETURN_FORMATS.flatMap(({ format, schemes }) =>
      schemes.map((scheme) => [format as FormatName, scheme] as const),
    ),
  )("%s in %s is refused for it alone, and made once it is accepted", ([name, scheme]) => {
    // The import return of January 2027 is the first.
    const neutral = saleIn(name, scheme, scheme === "ioss" ? "2027-01" : "2027-Q1");
    const request = { filer: filerIn(name, scheme) };
    expect(reasonsOf(name, neutral, { request })).toEqual([LAYOUT]);
    expect(() =>
      madeFile(name, neutral, { request, accept: ["layout_not_confirmed"] }),
    ).not.toThrow();
  });

  it("is refused until the request accepts it", () => {
    const neutral = saleIn("se_oss001", "union_oss", "2027-Q1");
    expect(reasonsOf("se_oss001", neutral)).toEqual([LAYOUT]);
    expect(madeFile("se_oss001", neutral, { accept: ["layout_not_confirmed"] }).text).toContain(
      ";1;2027;",
    );
  });

  it.for(["non_union_oss", "ioss"] as const)(
    "fi_mytax asks for it in %s, never described",
    (scheme) => {
      const period = scheme === "ioss" ? "2025-09" : "2025-Q3";
      expect(consentsOf("fi_mytax", saleIn("fi_mytax", scheme, period))).toEqual([LAYOUT]);
    },
  );

  it("accepts nothing else", () => {
    const neutral = unionReturn(
      "ro_d398",
      [makeRow({ taxable_amount_minor: -1, vat_amount_minor: 0 })],
      [],
    );
    const accept = ["layout_not_confirmed", "vat_unlike_base_times_rate"] as const;
    expect(reasonsOf("ro_d398", neutral, { accept })).toContain("rows.0 row_below_zero");
  });
});

describe("the cent by which ANAF's rule R29 differs", () => {
  const rows = [
    makeRow({ vat_amount_minor: 2_001 }),
    makeRow({ vat_rate_bps: 1_000, vat_amount_minor: 1_000 }),
  ];
  const owed = makeCorrection({ member_state_of_consumption: "IT", vat_amount_minor: -500 });
  const neutral = unionReturn("ro_d398", rows, [owed]);

  it("is offered, and refused unless it is accepted", () => {
    expect(consentsOf("ro_d398", neutral)).toEqual(["rows.0 vat_unlike_base_times_rate"]);
    expect(reasonsOf("ro_d398", neutral)).toEqual(["rows.0 vat_unlike_base_times_rate"]);
  });

  it("changes row, balance, totals and nothing else, and is reported", () => {
    const { text, adjustment_minor } = madeFile("ro_d398", neutral, {
      accept: ["vat_unlike_base_times_rate"],
    });
    expect(adjustment_minor).toBe(-1);
    expect(schemaFaults("ro_d398", text)).toEqual([]);
    expect(text).toContain('vat_amount="20.00"');
    expect(text).toContain('grand_total_vat_due="30.00"');
    expect(text).toContain('due_balance="30.00"');
    expect(text).toContain('vat_amount_correction="-5.00"');
  });

  it("is not offered for two cents, and nothing is adjusted elsewhere", () => {
    const two = [makeRow({ vat_amount_minor: 2_002 })];
    expect(consentsOf("ro_d398", unionReturn("ro_d398", two, []))).toEqual([]);
    expect(madeFile("sk_dposs", unionReturn("sk_dposs", two, [])).adjustment_minor).toBe(0);
  });
});

describe("at_oss", () => {
  it("prints F1 as its sample, which is valid", () => {
    const { text } = madeFile("at_oss", unionReturn("at_oss"));
    expect(text).toBe(readFileSync("test/return-files/samples/AT_F1.xml", "utf8"));
    expect(schemaFaults("at_oss", text)).toEqual([]);
  });

  it("has one row for each origin, state, rate and kind", () => {
    const rows = [
      makeRow(),
      makeRow({ rate_category: "reduced" }),
      makeRow({ vat_rate_bps: 1_000, vat_amount_minor: 1_000 }),
      makeRow({ section: "2a", supply_kind: "services" }),
      makeRow({ member_state_of_consumption: "DE" }),
      FROM_POLAND,
    ];
    const { text } = madeFile("at_oss", unionReturn("at_oss", rows, []));
    expect(text.match(/<Erklaerung>/g)).toHaveLength(5);
    expect(text).toContain("<taxable>200,00</taxable>");
    expect(schemaFaults("at_oss", text)).toEqual([]);
  });

  it("refuses 0,00, rates of 0 % and returns without sales before the portal does", () => {
    const refused = (row: object) => reasonsOf("at_oss", unionReturn("at_oss", [makeRow(row)], []));
    expect(refused({ taxable_amount_minor: 2, vat_amount_minor: 0 })).toEqual([
      "rows.0 amount_of_zero",
    ]);
    expect(refused({ vat_rate_bps: 0, vat_amount_minor: 0 })).toContain("rows.0 rate_out_of_range");
    expect(reasonsOf("at_oss", unionReturn("at_oss", [], []))).toEqual([
      "return return_without_sales",
    ]);
    expect(reasonsOf("at_oss", unionReturn("at_oss", [], [makeCorrection()]))).toEqual([
      "return return_without_sales",
    ]);
  });

  it("tells the corrections to type in, and the VAT that the portal computes", () => {
    const neutral = unionReturn(
      "at_oss",
      [makeRow({ vat_amount_minor: 2_007 })],
      [makeCorrection()],
    );
    expect(warningsOf("at_oss", neutral)).toEqual(["corrections.0 correction_typed_in"]);
    const accept = ["vat_unlike_base_times_rate"] as const;
    expect(madeFile("at_oss", neutral, { accept }).adjustment_minor).toBe(-7);
  });

  it("is made in the non-Union scheme, and needs the number abroad", () => {
    const services = makeRow({ section: null, supply_kind: "services" });
    const neutral = neutralIn(
      "AT",
      declaredReturn([services], [], { scheme_type: "non_union_oss" }),
    );
    const filer = { vat_number: "EU040123456" };
    const { text } = madeFile("at_oss", neutral, { request: { filer, establishments: [] } });
    expect(text).toContain("<goods>false</goods>");
    expect(
      reasonsOf("at_oss", unionReturn("at_oss", [FROM_POLAND], []), {
        request: { establishments: [] },
      }),
    ).toEqual(["rows.0 establishment_missing"]);
  });
});
