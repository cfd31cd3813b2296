import { describe, expect, it } from "vitest";
import { type Quarter, quarterOf } from "../../../shared/calendar/quarter.ts";
import { artifactsOf } from "../../../shared/exports/artifacts.ts";
import { unionPreview } from "../../../shared/returns/preview.ts";

const quarter = quarterOf("2024-Q2") as Quarter;
const nil = unionPreview({
  quarter,
  member_state_identification: "EL",
  tallies: [],
  rates: new Map(),
});
const artifacts = artifactsOf(nil, quarter, "2024-07-10T09:00:00.000Z");

describe("artifactsOf", () => {
  it("makes the five files of a quarter", () => {
    expect(artifacts.map(({ kind, format, file_name }) => [kind, format, file_name])).toEqual([
      ["quarterly_summary", "json", "union-oss-EL-2024-Q2-summary.json"],
      ["quarterly_summary", "csv", "union-oss-EL-2024-Q2-summary.csv"],
      ["country_breakdown", "json", "union-oss-EL-2024-Q2-country-breakdown.json"],
      ["country_breakdown", "csv", "union-oss-EL-2024-Q2-country-breakdown.csv"],
      ["accountant_report", "json", "union-oss-EL-2024-Q2-accountant-report.json"],
    ]);
  });

  it.for(artifacts)("$file_name: the same preview gives the same bytes", ({ file_name, body }) => {
    const again = artifactsOf(nil, quarter, "2024-07-10T09:00:00.000Z");
    expect(again.find((one) => one.file_name === file_name)?.body).toBe(body);
    expect(body).toContain("2024-07-10T09:00:00.000Z");
    expect(body.endsWith("\n")).toBe(true);
  });
});
