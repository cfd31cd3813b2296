import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { GOALS, TESTED_GOALS } from "../../../scripts/bench/goals.ts";
import {
  filledPage,
  mergedResults,
  type Result,
  storedResults,
} from "../../../scripts/bench/harness/results.ts";
import { SUBJECTS } from "../../../scripts/bench/subjects.ts";

const page = readFileSync("docs/quality/performance.md", "utf8");
const results = storedResults();

/** A figure as the benchmark prints one. Options of a command and goals in words have none. */
const FIGURE = /\d[\d.,]* (?:×|ms|MB|KB|µs|events\/s)(?!\w)/;

const resultWith = (measured: string): Result => ({
  ...{ date: "2026-11-22", commit: "c", machine: "m", node: "v24", load: 0, seconds: 1 },
  rows: [{ what: "a figure", measured }],
});

describe("docs/quality/performance.md", () => {
  it("has the figures of the last run, and no others", () => {
    expect(filledPage(page, results)).toBe(page);
    const prose = page.replaceAll(/<!-- (\w+) -->[\s\S]*?<!-- \/\1 -->/g, "");
    expect(FIGURE.exec(prose)?.[0]).toBe(undefined);
  });

  it("differs as soon as one figure of the file does", () => {
    const changed = { ...results, depth: resultWith("another figure") };
    expect(filledPage(page, changed)).not.toBe(page);
  });

  it("rejects a table of an unknown name", () => {
    expect(() => filledPage("<!-- nothing -->\n<!-- /nothing -->", results)).toThrow(RangeError);
  });

  it("names tests that exist", () => {
    const named = TESTED_GOALS.flatMap(({ tests }) => tests);
    expect(named.filter((test) => !existsSync(test))).toEqual([]);
  });
});

describe("docs/quality/performance.json", () => {
  it("has a result of each subject, and of no other", () => {
    const names = SUBJECTS.map(({ name }) => name);
    expect(Object.keys(results).filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => !results[name])).toEqual([]);
  });

  it.for(SUBJECTS)("has the goals of $name, as they are now", ({ name, goals }) => {
    const measured = results[name]?.rows.flatMap(({ goal }) => goal ?? []);
    expect(new Set(measured)).toEqual(new Set(goals.map((goal) => GOALS[goal].text)));
  });

  it("keeps the results of subjects that were not measured again, in the order of a run", () => {
    const before = { units: resultWith("2"), depth: resultWith("1"), gone: resultWith("3") };
    const merged = mergedResults(before, "units", resultWith("4"));
    const figures = Object.entries(merged).map(([name, { rows }]) => [name, rows[0]?.measured]);
    expect(figures).toEqual([
      ["depth", "1"],
      ["units", "4"],
    ]);
  });
});
