import { existsSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { formatNamed, RETURN_FORMATS } from "../../../../shared/filing/portal-files/formats.ts";
import { returnFile, returnFileCheck } from "../../../../shared/filing/portal-files/return-file.ts";
import {
  formatPage,
  ReturnFileRequest,
  ReturnFormatList,
} from "../../../../shared/filing/portal-files/schema.ts";
import { encoded } from "../../../../shared/filing/portal-files/text.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";
import {
  declaredReturn,
  F1_ROWS,
  makeCorrection,
  makeRow,
  neutralIn,
} from "../../../make/f1-return.ts";
import { fileRequest } from "../../../make/file-request.ts";
import { errorOf } from "../../../make/refusal.ts";
import { madeFile, unionReturn } from "./made-file.ts";

const SETTLED = { rates: BUILT_IN_RATES, open_points: null, recount_pending: false };

describe.for(RETURN_FORMATS)("$format", (format) => {
  it("has a page for people who file it, which names it", () => {
    expect(existsSync(format.guide)).toBe(true);
    expect(readFileSync(format.guide, "utf8")).toContain(`\`${format.format}\``);
    expect(readFileSync("docs/filing/README.md", "utf8")).toContain(`\`${format.format}\``);
  });

  it("is listed with all that is known of it", () => {
    const { fields, file, ...own } = format as typeof format & { file?: unknown };
    const known = { status: "ready", unconfirmed_schemes: [], ...own };
    const shown = formatPage({ limit: 50 }).items.find((one) => one.format === format.format);
    for (const [name, value] of Object.entries(shown ?? {})) {
      if (name !== "fields") expect([name, value]).toEqual([name, known[name as never]]);
    }
  });

  it("shows an example of its filer that it takes itself", () => {
    const shown = formatPage({ limit: 50 }).items.find((one) => one.format === format.format);
    const [example] = (shown?.fields.filer["examples"] ?? []) as unknown[];
    expect(format.fields.filer.safeParse(example).success).toBe(true);
    const validate = new Ajv2020({ strict: false }).compile(shown?.fields.filer ?? {});
    expect(validate(example)).toBe(true);
    expect(validate({ ...(example as object), vat_number: 7 })).toBe(false);
  });
});

describe("the list of formats", () => {
  it("names each once, and is what the document describes", () => {
    const names = RETURN_FORMATS.map(({ format }) => format);
    expect(new Set(names).size).toBe(names.length);
    expect(ReturnFormatList.safeParse(formatPage({ limit: 50 })).error).toBeUndefined();
  });

  it("has no format of a name that is none", () => {
    expect(() => formatNamed("xx_none")).toThrow(RangeError);
  });
});

describe("a request", () => {
  const faults = (body: unknown) =>
    ReturnFileRequest.safeParse(body).error?.issues.map(({ path, message }) => [
      path.join("."),
      message,
    ]);

  it("is read as the format in it asks", () => {
    const parsed = ReturnFileRequest.parse({ format: "sk_dposs", filer: { vat_number: "SK1" } });
    expect(parsed).toEqual({
      format: "sk_dposs",
      filer: { vat_number: "SK1" },
      establishments: [],
      extras: {},
      accept: [],
      draft: false,
    });
    expect(
      faults({ format: "pl_viudo2", filer: { vat_number: "1", name: "A" }, extras: {} }),
    ).toEqual([["extras.tax_office", expect.any(String)]]);
  });

  it("names a format that there is", () => {
    expect(faults({ format: "xx_none" })).toEqual([
      ["format", expect.stringMatching(/^must be one of .*sk_dposs/)],
    ]);
    expect(faults({})).toEqual([["format", expect.stringMatching(/^must be one of/)]]);
  });

  it("names each country once, with one kind of number", () => {
    const given = (...establishments: object[]) =>
      faults({ format: "sk_dposs", filer: { vat_number: "SK1" }, establishments })?.map(
        ([path]) => path,
      );
    const one = { country: "PL", vat_number: "PL1234567890" };
    expect(given(one)).toBeUndefined();
    expect(given(one, { country: "PL", tax_reference: "1" })).toEqual(["establishments"]);
    expect(given({ country: "PL" })).toEqual(["establishments.0.vat_number"]);
    expect(given({ ...one, tax_reference: "1" })).toEqual(["establishments.0.vat_number"]);
  });

  it("has names that XML can hold", () => {
    const named = (name: string) =>
      faults({ format: "ro_d398", filer: { vat_number: "1", name } })?.map(([path]) => path);
    expect(named("A & <B> \u{1F98A}")).toBeUndefined();
    for (const bad of ["A\u0000", "A\nB", "A\u{FFFE}", "A\uD800", "  ", "x".repeat(101)]) {
      expect(named(bad)).toEqual(["filer.name"]);
    }
  });
});

describe("a file", () => {
  it("is named by scheme, state, period and format, and says when it is a draft", () => {
    const named = (is_draft: boolean) =>
      madeFile("sk_dposs", unionReturn("sk_dposs"), { checked: { is_draft } }).file_name;
    expect(named(false)).toBe("union-oss-SK-2025-Q3-sk_dposs.xml");
    expect(named(true)).toBe("DRAFT-union-oss-SK-2025-Q3-sk_dposs.xml");
  });

  it("counts the warnings that can be read without it", () => {
    const alone = makeCorrection({ vat_amount_minor: 0 });
    const neutral = unionReturn("sk_dposs", [makeRow()], [alone]);
    const checked = {
      rates: BUILT_IN_RATES,
      open_points: "3 events are open.",
      recount_pending: true,
    };
    expect(madeFile("sk_dposs", neutral, { checked }).warnings).toBe(3);
    const { items } = returnFileCheck({ neutral, ...checked }, "open");
    expect(items.map(({ format, exportable, reasons }) => [format, exportable, reasons])).toEqual([
      ["sk_dposs", true, []],
    ]);
    expect(items[0]?.warnings.map(({ field, rule }) => `${field} ${rule}`)).toEqual([
      "corrections.0 correction_without_vat",
      "return review_required",
      "return recount_pending",
    ]);
  });
});

describe("errors found before a file is built", () => {
  it("is what keeps it from being made, and which numbers it needs", () => {
    const rows = [...F1_ROWS, makeRow({ taxable_amount_minor: -1 })];
    const check = returnFileCheck(
      { neutral: neutralIn("CZ", declaredReturn(rows)), ...SETTLED },
      "locked",
    );
    expect(check).toMatchObject({ period_key: "2025-Q3", status: "locked" });
    expect(check.items).toMatchObject([
      {
        format: "cz_ossei1",
        exportable: false,
        reasons: [{ field: "rows.5", rule: "row_below_zero" }],
        establishments: [
          { country: "IT", sections: ["2c"], required: true },
          { country: "PL", sections: ["2d"], required: false },
        ],
      },
    ]);
  });

  it("is nothing where no format is known", () => {
    expect(returnFileCheck({ neutral: neutralIn("MT"), ...SETTLED }, "open").items).toEqual([]);
  });
});

describe("a letter that the portal's encoding does not have", () => {
  it("refuses the file, and does not become another letter", () => {
    const format = { ...formatNamed("cz_ossei1"), encoding: "iso-8859-1" as const };
    const checked = { neutral: unionReturn("cz_ossei1", [makeRow()], []), ...SETTLED };
    const named = (name: string) =>
      returnFile(
        format,
        { ...checked, is_draft: false, accept: [] },
        fileRequest("cz_ossei1", { filer: { name }, extras: {} }),
        [],
      );
    expect(named("Société").content_type).toBe("application/xml; charset=iso-8859-1");
    expect(errorOf(() => named("Kőszegi")).details).toMatchObject([
      { field: "filer", rule: "character_not_in_encoding" },
    ]);
  });
});

describe("the bytes of a text", () => {
  const bytes = (text: string, encoding: "utf-8" | "iso-8859-1") => {
    const made = encoded(text, encoding);
    return "bytes" in made ? [...made.bytes] : made.missing;
  };

  it("are those of its encoding", () => {
    expect(bytes("é", "utf-8")).toEqual([0xc3, 0xa9]);
    expect(bytes("é\u00ff", "iso-8859-1")).toEqual([0xe9, 0xff]);
  });

  it("are none where a character is missing, which is named once", () => {
    expect(bytes("Kőő €", "iso-8859-1")).toEqual(["ő", "€"]);
  });
});
