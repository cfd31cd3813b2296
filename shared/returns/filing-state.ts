import type { WarningCode } from "../schemes/union-warnings.ts";
import type { UnionPreview } from "./preview.ts";

export const FILING_STATUSES = ["ready", "nil_return", "review_required"] as const;

export type FilingState = {
  readonly filing_status: (typeof FILING_STATUSES)[number];
  /** A sentence for people, with the counts that decided. */
  readonly filing_status_detail: string;
  readonly nil_return_eligible: boolean;
};

/**
 * What somebody can put right: place the supply, load the rate, commit or mend the original. The
 * other codes keep events out for good, because those do not belong in this return.
 */
const RESOLVABLE: readonly WarningCode[] = [
  "needs_review_excluded",
  "correction_reference_missing_excluded",
  "correction_reference_invalid_excluded",
  "missing_exchange_rate_excluded",
];

/**
 * Whether a quarter can be filed as it stands. A quarter without any source event is a nil return,
 * which is due as well (Art. 369f VAT Directive); one whose events are all excluded is not.
 */
export function filingStateOf(preview: UnionPreview): FilingState {
  const { total_source_event_count: total, included_source_event_count: included } = preview;
  const nil_return_eligible = total === 0;
  const state = (filing_status: FilingState["filing_status"], filing_status_detail: string) => ({
    filing_status,
    filing_status_detail,
    nil_return_eligible,
  });
  if (nil_return_eligible) {
    return state("nil_return", `No supply is recorded for ${preview.period_key}: a nil return.`);
  }
  const counts = `${included} of ${total} source events are in the return`;
  const open = preview.warnings.filter(({ code }) => RESOLVABLE.includes(code));
  if (open.length > 0) {
    const told = open.map(({ code, count }) => `${code} ${count}`).join(", ");
    return state("review_required", `${counts}; to be resolved before filing: ${told}.`);
  }
  if (included === 0) {
    return state("review_required", `${counts}; check that all of them belong elsewhere.`);
  }
  const left = preview.excluded_source_event_count;
  return state("ready", left === 0 ? `${counts}.` : `${counts}; ${left} do not belong in it.`);
}
