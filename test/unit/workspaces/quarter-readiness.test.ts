import { expect, it, test } from "vitest";
import type { IsoDate } from "../../../shared/calendar/iso-date.ts";
import { type Quarter, quarterOf } from "../../../shared/calendar/quarter.ts";
import { filingStateOf } from "../../../shared/returns/filing-state.ts";
import { unionPreview } from "../../../shared/returns/preview.ts";
import type { Tally } from "../../../shared/tallies/tally.ts";
import { UnionReadiness } from "../../../shared/workspaces/filing-prep-schema.ts";
import { unionReadiness } from "../../../shared/workspaces/union-readiness.ts";
import { excludedTally, lineTally, makeReport } from "../../make/union-report.ts";

const quarter = quarterOf("2025-Q3") as Quarter;
const check = (code: string, count: bigint): Tally => ({
  key: `check|${code}`,
  amounts: { event_count: count },
});

function readiness(tallies: readonly Tally[], today = "2025-10-01") {
  const report = makeReport(tallies);
  const ready = unionReadiness({ status: "drawn", report }, quarter, today as IsoDate, []);
  expect(UnionReadiness.parse(ready)).toEqual(ready);
  return { ready, preview: unionPreview(report) };
}

test.for<[string, readonly Tally[], string]>([
  ["nothing", [], "nil_return"],
  ["a sale", [lineTally({}, 100, 19)], "ready"],
  ["only excluded ones", [excludedTally("classification_excluded", 2)], "review_required"],
])("with %s it is as the accountant report says", ([, tallies, status]) => {
  const { ready, preview } = readiness(tallies);
  const { filing_status, filing_status_detail, nil_return_eligible } = filingStateOf(preview);
  expect(ready).toMatchObject({
    status,
    status_detail: filing_status_detail,
    nil_return_eligible,
    filing_due_date: "2025-10-31",
  });
  expect(filing_status).toBe(status);
});

it.for([
  ["2025-09-30", false],
  ["2025-10-01", true],
] as const)("on %s the quarter has ended: %s", ([today, ended]) => {
  expect(readiness([], today).ready.period_ended).toBe(ended);
});

it("counts checks and rows below zero", () => {
  const { ready } = readiness([
    lineTally({}, -100, -19),
    lineTally({ consumption_country: "FR" }, 5, -1),
    lineTally({ consumption_country: "IT" }, 100, 22),
    check("vat_differs_from_rate", 2n),
    check("rate_not_in_force", 1n),
    check("settled", 0n),
  ]);
  expect(ready.negative_row_count).toBe(2);
  expect(ready.checks).toEqual([
    { code: "rate_not_in_force", count: 1 },
    { code: "vat_differs_from_rate", count: 2 },
  ]);
});

it.for(["registration_required", "registration_conflict"] as const)(
  "%s has counts alone",
  (status) => {
    const tallies = [
      lineTally({}, 100, 19, 3),
      excludedTally("needs_review_excluded", 2),
      check("a", 9n),
    ];
    const ready = unionReadiness({ status, tallies }, quarter, "2025-10-01" as IsoDate, []);
    expect(UnionReadiness.parse(ready)).toEqual(ready);
    expect(ready).toMatchObject({
      status,
      totals: null,
      return_currency: null,
      nil_return_eligible: false,
      total_source_event_count: 5,
      included_source_event_count: null,
      checks: [{ code: "a", count: 9 }],
    });
  },
);
