import { expect, it } from "vitest";
import { csvOf } from "../../../console/src/downloads/table-csv.ts";

const cell = (text: string, isFigure = false) => ({ text, isFigure });

it("a table is saved as spreadsheets of its reader read it", () => {
  const rows = [
    [cell("Land"), cell("Steuer, EUR")],
    [cell("Deutschland"), cell("-1.234,50", true)],
  ];
  expect(csvOf(rows, "de-DE")).toBe("\ufeffLand;Steuer, EUR\r\nDeutschland;-1.234,50\r\n");
  expect(csvOf([[cell("a,b"), cell('say "x"')]], "en-GB")).toBe('\ufeff"a,b","say ""x"""\r\n');
});

it.for(["=1+1", "+1", "-1", "@SUM(A1)", "\tx"])(
  "a text that would be a formula is none: %s",
  (text) => {
    expect(csvOf([[cell(text)]], "en-GB")).toBe(`\ufeff'${text}\r\n`);
  },
);

it("a figure stays one, with a space that spreadsheets know", () => {
  // The minus sign of the page becomes the hyphen of spreadsheets; in a text it stays.
  expect(csvOf([[cell("\u22121\u202f234", true)]], "fr-FR")).toBe("\ufeff-1 234\r\n");
  expect(csvOf([[cell("a \u2212 b")]], "fr-FR")).toBe("\ufeffa \u2212 b\r\n");
});
