import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";

const files = globSync("docs/decisions/[0-9]*.md").sort();
const index = readFileSync("docs/decisions/README.md", "utf8");

it("the index has one line for each decision, under its number", () => {
  const rows = [...index.matchAll(/^\| \[(\d{4})\]\((\S+)\) \| \S.* \|$/gm)];
  expect(rows.map(([, , file]) => file).sort()).toEqual(files.map((file) => basename(file)));
  for (const [, number = "", file] of rows) expect(file?.slice(0, 4)).toBe(number);
});

it("a number is given once", () => {
  const numbers = files.map((file) => basename(file).slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
});

describe.for(files)("%s", (file) => {
  const text = readFileSync(file, "utf8");

  it("says its number, date and status, the decision, why, and what it does not cover", () => {
    expect(text).toMatch(new RegExp(`^# ${basename(file).slice(0, 4)}: \\S`));
    expect(text).toMatch(/^Date: \d{4}-\d\d-\d\d\nStatus: (?:accepted|superseded by \d{4})$/m);
    const sections = text.match(/^## .*$/gm);
    expect(sections).toEqual(
      expect.arrayContaining(["## Decision", "## Why", "## What it does not cover"]),
    );
  });

  it("names no decision that there is not", () => {
    const named = [...text.matchAll(/\(?\b(00\d\d)\b(?!-)/g)].map(([, number]) => number as string);
    const known = files.map((one) => basename(one).slice(0, 4));
    expect(named.filter((number) => !known.includes(number))).toEqual([]);
  });
});
