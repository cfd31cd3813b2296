import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as cell from "../../../../shared/core/files/csv.ts";
import { xlsxOf } from "../../../../shared/core/files/xlsx.ts";
import { decimalString } from "../../../../shared/core/money/money.ts";
import { type ReadSheet, readWorkbook, unzipped } from "../../../make/workbook-reader.ts";

const MADE = "2025-10-20T09:00:00.000Z";

const bytesOf = (lines: readonly (readonly cell.Cell[])[], made_at = MADE) => {
  const width = Math.max(1, ...lines.map((line) => line.length));
  const columns = Array.from({ length: width }, (_, n) => ({ head: `Column ${n}`, width: 12 }));
  return xlsxOf({ title: "A title", made_at, sheets: [{ name: "One", columns, lines }] });
};

/** The lines under the heads, as another reader has them. */
const sheetOf = async (lines: readonly (readonly cell.Cell[])[]): Promise<ReadSheet> =>
  readWorkbook(await bytesOf(lines)).get("One") as ReadSheet;

describe("a cell", () => {
  it.for([
    ["a text", cell.label("Größe"), "Größe", undefined],
    ["a text that looks like a number", cell.label("0012"), "0012", undefined],
    ["an amount", cell.amount(-1_234_567, "EUR"), -12_345.67, "#,##0.00"],
    ["an amount without decimals", cell.amount(15_000, "JPY"), 15_000, "#,##0"],
    ["an amount of three decimals", cell.amount(1_005, "KWD"), 1.005, "#,##0.000"],
    ["a rate", cell.percentage(1_975), 19.75, "0.00"],
    ["an exchange rate", cell.decimal("11.4985"), 11.4985, undefined],
    ["a number of events", cell.count(1_234_567), 1_234_567, "#,##0"],
    // Days are numbers too: since the last day of 1899, as spreadsheets count them.
    ["a day", cell.day("2024-03-31"), 45_382, "yyyy-mm-dd"],
    ["nothing", cell.label(null), null, undefined],
  ] as const)("%s", async ([, given, value, format]) => {
    const { rows, formats } = await sheetOf([[cell.label("before"), given]]);
    expect(rows[1]?.[1] ?? null).toBe(value);
    if (format !== undefined) expect(formats[1]?.[1]).toBe(format);
  });

  it("is never a formula, and keeps every sign of a text", async () => {
    const texts = ["=1+1", "+1", "-1", "@A1", "<b>&amp;</b>", 'a"b', "řő😀", " x ", "a\tb"];
    const { rows, formulas } = await sheetOf(texts.map((text) => [cell.label(text)]));
    expect(rows.slice(1).map(([text]) => text)).toEqual(texts);
    expect(formulas).toBe(0);
  });

  it("has a sign in place of a character that XML cannot hold, so that a workbook can be opened", async () => {
    const { rows } = await sheetOf([[cell.label("Caf\uFFFF"), cell.label("\uFFFE")]]);
    expect(rows[1]).toEqual(["Caf\uFFFD", "\uFFFD"]);
  });

  it("of an amount is that amount to the cent, up to 15 digits", () => {
    const amounts = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 });
    fc.assert(
      fc.property(amounts, fc.constantFrom("EUR", "SEK", "JPY", "KWD"), (minor, currency) => {
        const { value } = cell.amount(minor, currency);
        const decimals = decimalString(minor, currency).split(".")[1]?.length ?? 0;
        expect((value as number).toFixed(decimals)).toBe(decimalString(minor, currency));
      }),
    );
  });
});

describe("a workbook", () => {
  it("has its heads in the first line, which stays in view and on every page", async () => {
    const bytes = await bytesOf([[cell.label("a"), cell.label("b")]]);
    const sheet = readWorkbook(bytes).get("One");
    expect(sheet?.rows[0]).toEqual(["Column 0", "Column 1"]);
    expect(sheet?.frozen).toBe(1);
    expect(unzipped(bytes).get("xl/workbook.xml")).toMatch(/_xlnm\.Print_Titles[^>]*>One!\$1:\$1</);
  });

  it("has the same bytes for the same content and instant, and others for another", async () => {
    const lines = [[cell.amount(100, "EUR"), cell.day("2025-09-30")]];
    expect(await bytesOf(lines)).toEqual(await bytesOf(lines));
    expect(await bytesOf(lines, "2025-10-21T09:00:00.000Z")).not.toEqual(await bytesOf(lines));
  });
});

/** The part of a workbook that describes its only sheet. */
const partOf = async (workbook: Parameters<typeof xlsxOf>[0]) =>
  unzipped(await xlsxOf(workbook)).get("xl/worksheets/sheet1.xml") ?? "";

const SHEET = {
  name: "One",
  columns: [
    { head: "State", width: 10 },
    { head: "VAT", width: 10 },
  ],
  lines: [[cell.label("DE"), cell.count(1)]],
};

it("a workbook has the texts of its header on every page, its signs taken as text", async () => {
  const header = ["Müller & Söhne", "Q3 2025", "filed"] as const;
  const part = await partOf({ title: "R&D", header, made_at: MADE, sheets: [SHEET] });
  expect(part).toContain("<oddHeader>&amp;LMüller &amp;&amp; Söhne&amp;CQ3 2025&amp;Rfiled<");
  expect(part).toContain("&amp;LR&amp;&amp;D&amp;R&amp;A");
  expect(await partOf({ title: "", made_at: MADE, sheets: [SHEET] })).not.toContain("oddHeader");
});

it("a figure stands at the end of its column, under its head, clear of the next text", async () => {
  const parts = unzipped(await xlsxOf({ title: "", made_at: MADE, sheets: [SHEET] }));
  const [, styles = ""] = /<cellXfs(.*)<\/cellXfs>/s.exec(parts.get("xl/styles.xml") ?? "") ?? [];
  const alignments = styles.match(/<xf [^>]*\/>|<xf .*?<\/xf>/gs) ?? [];
  const cells = parts.get("xl/worksheets/sheet1.xml") ?? "";
  const ended = ["A1", "B1", "A2", "B2"].filter((place) => {
    const style = new RegExp(`<c r="${place}"[^>]* s="(\\d+)"`).exec(cells)?.[1];
    return /horizontal="right"[^>]*indent="1"/.test(alignments[Number(style)] ?? "");
  });
  expect(ended).toEqual(["B1", "B2"]);
});

it("a table has its sums in bold below, out of reach of its filters", async () => {
  const totals = [[cell.label("Total"), cell.count(1)]];
  const sheets = [{ ...SHEET, totals, isFiltered: true as const }];
  const bytes = await xlsxOf({ title: "", made_at: MADE, sheets });
  expect(readWorkbook(bytes).get("One")?.rows).toEqual([
    ["State", "VAT"],
    ["DE", 1],
    ["Total", 1],
  ]);
  expect(await partOf({ title: "", made_at: MADE, sheets })).toContain('<autoFilter ref="A1:B2"');
});
