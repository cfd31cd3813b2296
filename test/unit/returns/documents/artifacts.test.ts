import { describe, expect, it } from "vitest";
import { artifactsOf } from "../../../../shared/returns/documents/artifacts.ts";
import { IOSS } from "../../../../shared/vat/schemes/ioss.ts";
import { MADE } from "../../../make/paper.ts";
import { computedReturn } from "../../../make/return-input.ts";

const nil = computedReturn([], { state: "EL", period: "2024-Q2" });
const artifacts = artifactsOf(nil, MADE);

describe("artifactsOf", () => {
  it("makes the five texts of a quarter", () => {
    expect(artifacts.map(({ kind, format, file_name }) => [kind, format, file_name])).toEqual([
      ["quarterly_summary", "json", "union-oss-EL-2024-Q2-summary.json"],
      ["quarterly_summary", "csv", "union-oss-EL-2024-Q2-summary.csv"],
      ["country_breakdown", "json", "union-oss-EL-2024-Q2-country-breakdown.json"],
      ["country_breakdown", "csv", "union-oss-EL-2024-Q2-country-breakdown.csv"],
      ["accountant_report", "json", "union-oss-EL-2024-Q2-accountant-report.json"],
    ]);
  });

  it("names a month of another scheme after both", () => {
    const month = computedReturn([], { scheme: IOSS, period: "2024-06" });
    expect(artifactsOf(month, MADE)[0]).toMatchObject({
      kind: "monthly_summary",
      file_name: "ioss-SE-2024-06-summary.json",
    });
  });

  it.for(artifacts)("$file_name: the same preview gives the same bytes", ({ file_name, body }) => {
    const again = artifactsOf(nil, MADE);
    expect(again.find((artifact) => artifact.file_name === file_name)?.body).toBe(body);
    expect(body).toContain("2025-10-20T09:00:00.000Z");
    expect(String(body).endsWith("\n")).toBe(true);
  });
});
