import { expect, it, test } from "vitest";
import { officialBasis } from "../../../shared/workspaces/official-basis.ts";

const anchors = officialBasis();

it("names every anchor once", () => {
  expect(new Set(anchors.map(({ reference }) => reference)).size).toBe(anchors.length);
});

test.for([
  "59c",
  "369f",
  "369g",
  "369h",
  "369l",
  "369s",
  "369t",
  "369v",
  "57a to 63c",
  "Annex III",
])("cites %s", (article) =>
  expect(anchors.some(({ reference }) => reference.includes(article))).toBe(true),
);

test.for(anchors)("$reference leads to its act in EUR-Lex", ({ reference, url }) => {
  // CELEX: sector, year, D(irective) "L" or R(egulation) "R", number.
  const [, letter, number] = /CELEX:[03]\d{4}([LR])(\d{4})(?:-\d{8})?$/.exec(url) ?? [];
  expect(url.startsWith("https://eur-lex.europa.eu/")).toBe(true);
  expect(letter).toBe(reference.startsWith("Directive") ? "L" : "R");
  expect(reference).toContain(String(Number(number)));
});
