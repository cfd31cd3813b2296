import { describe, expect, it } from "vitest";
import { filingStateOf } from "../../../shared/returns/filing-state.ts";
import type { UnionPreview } from "../../../shared/returns/preview.ts";
import { WARNING_CODES, type WarningCode } from "../../../shared/schemes/union-warnings.ts";

type Warnings = Partial<Record<WarningCode, number>>;

/** Of a preview, the counts; the filing state depends on nothing else. */
function previewWith(included: number, excluded: Warnings = {}): UnionPreview {
  const warnings = WARNING_CODES.map((code) => ({ code, count: excluded[code] ?? 0 }));
  const out = warnings.reduce((sum, { count }) => sum + count, 0);
  return {
    period_key: "2025-Q3",
    warnings: warnings.filter(({ count }) => count > 0),
    total_source_event_count: included + out,
    included_source_event_count: included,
    excluded_source_event_count: out,
  } as UnionPreview;
}

const CASES: readonly [included: number, Warnings, status: string, detail: string][] = [
  [0, {}, "nil_return", "No supply is recorded for 2025-Q3: a nil return."],
  [3, {}, "ready", "3 of 3 source events are in the return."],
  [
    3,
    { classification_excluded: 2 },
    "ready",
    "3 of 5 source events are in the return; 2 do not belong in it.",
  ],
  [
    0,
    { classification_excluded: 2 },
    "review_required",
    "0 of 2 source events are in the return; check that all of them belong elsewhere.",
  ],
  [
    9,
    {
      needs_review_excluded: 1,
      unsupported_supply_kind_excluded: 4,
      missing_exchange_rate_excluded: 2,
    },
    "review_required",
    "9 of 16 source events are in the return; to be resolved before filing: needs_review_excluded 1, missing_exchange_rate_excluded 2.",
  ],
];

describe("filingStateOf", () => {
  it.for(CASES)("%i included, %j excluded: %s", ([included, excluded, status, detail]) => {
    expect(filingStateOf(previewWith(included, excluded))).toEqual({
      filing_status: status,
      filing_status_detail: detail,
      nil_return_eligible: status === "nil_return",
    });
  });

  it.for([
    ["needs_review_excluded", "review_required"],
    ["classification_excluded", "ready"],
    ["unsupported_rate_category_excluded", "ready"],
    ["unsupported_supply_kind_excluded", "ready"],
    ["correction_reference_missing_excluded", "review_required"],
    ["correction_reference_invalid_excluded", "review_required"],
    ["missing_exchange_rate_excluded", "review_required"],
  ] as const)("one event left out as %s: %s", ([code, status]) => {
    expect(filingStateOf(previewWith(1, { [code]: 1 })).filing_status).toBe(status);
  });

  it.for(WARNING_CODES)("nothing but %s is no nil return", (code) => {
    expect(filingStateOf(previewWith(0, { [code]: 1 }))).toMatchObject({
      filing_status: "review_required",
      nil_return_eligible: false,
    });
  });
});
