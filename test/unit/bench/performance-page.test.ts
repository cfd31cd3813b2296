import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { GOALS } from "../../../scripts/bench/goals.ts";
import { filledPage, rowsFor } from "../../../scripts/bench/page.ts";
import { ALONE, ON_REQUEST, ON_STACK } from "../../../scripts/bench/parts.ts";
import { keptResults, mergedResults, type PartResult } from "../../../scripts/bench/results.ts";

const page = readFileSync("docs/performance.md", "utf8");
const results = keptResults();

/** A figure as the benchmark states one. Options of a command and goals in words have none. */
const FIGURE = /\d[\d.,]* (?:×|ms|MB|KB|µs|events\/s)(?!\w)/;

describe("docs/performance.md", () => {
  it("has the figures of the last run, and those alone", () => {
    expect(filledPage(page, results)).toBe(page);
    const [text = "", apart] = page.split("\n## Measured by other commands\n");
    expect(FIGURE.exec(text.replaceAll(/<!-- (\w+) -->[\s\S]*?<!-- \/\1 -->/g, ""))?.[0]).toBe(
      undefined,
    );
    const undated = apart
      ?.split("\n### ")
      .filter((one) => FIGURE.test(one) && !/20\d\d-\d\d-\d\d/.test(one));
    expect(undated).toEqual([]);
  });

  it("differs as soon as one figure of the file does", () => {
    const [[part, result] = ["", undefined]] = Object.entries(results);
    const rows = result?.rows.map((row) => ({ ...row, measured: "another figure" })) ?? [];
    const changed = { ...results, [part]: { ...(result as PartResult), rows } };
    expect(filledPage(page, changed)).not.toBe(page);
  });

  it.for(
    GOALS.map((goal) => ["part" in goal ? `${goal.part} ${goal.rows}` : goal.what, goal] as const),
  )("has a row for the goal %s", ([, goal]) => {
    if ("part" in goal) expect(rowsFor(goal, results).length).toBeGreaterThan(0);
    else expect(goal.by.filter((test) => !existsSync(test))).toEqual([]);
  });

  it("knows no table by another name", () => {
    expect(() => filledPage("<!-- nothing -->\n<!-- /nothing -->", results)).toThrow(RangeError);
  });
});

describe("docs/performance.json", () => {
  it("has what each part of the benchmark found, and nothing of a part that is gone", () => {
    const parts = [...Object.keys(ON_STACK), ...Object.keys(ALONE)];
    expect(Object.keys(results).filter((part) => !parts.includes(part))).toEqual([]);
    const usual = parts.filter((part) => !ON_REQUEST.includes(part));
    expect([...usual, "peers"].filter((part) => !results[part])).toEqual([]);
  });

  it("keeps the parts that were not measured again", () => {
    const found = (measured: string): PartResult => ({
      ...{ date: "2026-11-22", commit: "c", machine: "m", node: "v24", load: 0, seconds: 1 },
      rows: [{ what: "a figure", goal: "–", measured, met: true }],
    });
    const before = { reads: found("1"), cold: found("2"), bundles: found("3") };
    const merged = mergedResults(before, { cold: found("4"), peers: found("5") });
    expect(Object.keys(merged)).toEqual(["bundles", "cold", "peers", "reads"]);
    expect(Object.values(merged).map(({ rows }) => rows[0]?.measured)).toEqual([
      "3",
      "4",
      "5",
      "1",
    ]);
  });
});
