import { expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { RunningSum } from "../../../../shared/ledger/sums/sum.ts";
import { computeReturn } from "../../../../shared/returns/compute/compute.ts";
import { filingStateOf } from "../../../../shared/returns/compute/status.ts";
import { quarterReadiness } from "../../../../shared/returns/overview/quarter-readiness.ts";
import { QuarterReadiness } from "../../../../shared/returns/overview/schema.ts";
import { makeRegistration } from "../../../make/registration.ts";
import {
  computedReturn,
  excludedTally,
  lineTally,
  makeReturn,
} from "../../../make/return-input.ts";

const check = (code: string, count: bigint): RunningSum => ({
  key: `check|${code}`,
  amounts: { event_count: count },
});

function readiness(tallies: readonly RunningSum[], today = "2025-10-01") {
  const made = computedReturn(tallies);
  const ready = quarterReadiness(made, today as IsoDate);
  expect(QuarterReadiness.parse(ready)).toEqual(ready);
  return { ready, made };
}

test.for<[string, readonly RunningSum[], string]>([
  ["nothing", [], "nil_return"],
  ["a sale", [lineTally({}, 100, 19)], "ready"],
  ["only excluded ones", [excludedTally("classification_excluded", 2)], "review_required"],
])("with %s it is as the accountant report says", ([, tallies, status]) => {
  const { ready, made } = readiness(tallies);
  const { filing_status, filing_status_detail, nil_return_eligible } = filingStateOf(made);
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
    check("before_scheme", 0n),
    check("rate_category_mismatch", 3n),
  ]);
  expect(ready.negative_row_count).toBe(2);
  expect(ready.checks).toEqual([
    { code: "rate_category_mismatch", severity: "blocking", count: 3 },
    { code: "rate_not_in_force", severity: "warning", count: 1 },
    { code: "vat_differs_from_rate", severity: "warning", count: 2 },
  ]);
});

it.for([
  ["registration_required", []],
  ["registration_conflict", [makeRegistration(), makeRegistration({ id: 2 })]],
] as const)("%s has counts alone", ([status, registrations]) => {
  const tallies = [
    lineTally({}, 100, 19, 3),
    excludedTally("needs_review_excluded", 2),
    check("before_scheme", 9n),
  ];
  const waiting = computeReturn(makeReturn(tallies, { registrations }));
  const ready = quarterReadiness(waiting, "2025-10-01" as IsoDate);
  expect(QuarterReadiness.parse(ready)).toEqual(ready);
  expect(ready).toMatchObject({
    status,
    totals: null,
    return_currency: null,
    nil_return_eligible: false,
    total_source_event_count: 5,
    included_source_event_count: null,
    checks: [{ code: "before_scheme", severity: "blocking", count: 9 }],
  });
});
