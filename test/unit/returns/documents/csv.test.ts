import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvLines, csvText } from "../../../../shared/core/files/csv.ts";

/** The one field of the one record, as the CSV has it. */
const written = (field: string | number | boolean | null) =>
  csvText(["field"], [{ field }]).slice("field\r\n".length, -"\r\n".length);

/** The same, read back by another package. */
const readBack = (field: string) =>
  parse(csvText(["a", "field"], [{ a: "x", field }]), { record_delimiter: "\r\n" })[1]?.[1];

describe("a text that looks like a formula", () => {
  it.for([
    "=1+1",
    "=HYPERLINK(A1)",
    "+49 30 1234",
    "-2+3",
    "-",
    "--1",
    "-1.",
    "-.5",
    "-1e5",
    "-1,00",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\uff1d1",
  ])("%j gets an apostrophe", (text) => {
    expect(readBack(text)).toBe(`'${text}`);
  });

  it("gets one inside quotes too", () => {
    expect(written('=1,"2"')).toBe(`"'=1,""2"""`);
  });
});

describe("what is no formula", () => {
  it.for(["-0.01", "-205.90", "-90071992547409.91", "-7", "0.00", "19.00"])(
    "%s stays a number",
    (text) => expect(written(text)).toBe(text),
  );

  it.for([
    ["2024-Q2", "2024-Q2"],
    ["a=b", "a=b"],
    [-3, "-3"],
    [true, "true"],
    [false, "false"],
    [null, ""],
    ["", ""],
    ["a;b", "a;b"],
    ["a,b", '"a,b"'],
    ['a"b', '"a""b"'],
    ["a\nb", '"a\nb"'],
    ["a\rb", '"a\rb"'],
    ["\u0395\u03bb", "\u0395\u03bb"],
  ] as const)("%j is written as %j", ([field, text]) => expect(written(field)).toBe(text));
});

describe("a CSV", () => {
  it("has a header and ends every line with CRLF, the last one too", () => {
    expect(csvText(["b", "a"], [{ a: 1, b: 2, c: 3 }, { a: 4 }])).toBe("b,a\r\n2,1\r\n,4\r\n");
  });

  it("is read back as it was, but for apostrophes", () => {
    const field = fc.string({ unit: "grapheme" });
    fc.assert(
      fc.property(field, (text) => {
        expect([text, `'${text}`]).toContain(readBack(text));
        expect(readBack(text)).not.toMatch(/^([=+@\t\r]|-(?!\d+(\.\d+)?$))/);
      }),
    );
  });
});

describe("a CSV for a spreadsheet with a decimal comma", () => {
  const signs = { delimiter: "semicolon", decimal: "comma" } as const;

  it.for([
    ["-1234.50", "-1234,50"],
    ["19.00", "19,00"],
    ["7", "7"],
    ["2024-Q2", "2024-Q2"],
    ["a;b", '"a;b"'],
    ["a,b", "a,b"],
    ["=1", "'=1"],
    ["1.2.3", "1.2.3"],
  ] as const)("%s is written as %s", ([field, text]) => {
    expect(csvText(["a", "b"], [{ a: field, b: 1 }], signs)).toBe(`a;b\r\n${text};1\r\n`);
  });

  it("may have tabs between its fields", () => {
    const tabs = { delimiter: "tab", decimal: "comma" } as const;
    expect(csvText(["a", "b"], [{ a: "1.5", b: "x\ty" }], tabs)).toBe('a\tb\r\n1,5\t"x\ty"\r\n');
  });

  it("of lines without names has the same signs", () => {
    expect(
      csvLines(
        [
          ["a", null],
          ["-0.50", true],
        ],
        signs,
      ),
    ).toBe("a;\r\n-0,50;true\r\n");
  });
});
