import type { IsoDate } from "../calendar/iso-date.ts";
import type { Month } from "../calendar/month.ts";
import type { ImportWarningCode } from "../schemes/import-warnings.ts";

export const MONTH_STATUSES = [
  "not_registered",
  "registration_conflict",
  "nil_return_candidate",
  "open",
  "ready",
  "review_required",
] as const;
export type MonthStatus = (typeof MONTH_STATUSES)[number];

/**
 * What somebody can put right: place the supply, send the verified value or the origin, mend the
 * original, load the rate. The other codes keep goods out of the scheme for good.
 */
const RESOLVABLE: readonly ImportWarningCode[] = [
  "needs_review_excluded",
  "consignment_value_unverified_excluded",
  "missing_origin_excluded",
  "correction_reference_missing_excluded",
  "correction_reference_invalid_excluded",
  "missing_exchange_rate_excluded",
];

/** What the status of a covered month is made of. */
type Counted = {
  readonly month: Month;
  readonly warnings: readonly { readonly code: ImportWarningCode; readonly count: number }[];
  readonly total: number;
  readonly included: number;
};

type Standing = { readonly status: MonthStatus; readonly status_detail: string };

/**
 * How a covered month stands. Zero source events make it a candidate for a nil return at any time
 * (a nil return is due as well, Art. 369s VAT Directive), `period_ended` says whether it can be filed.
 */
export function coveredStatus(counted: Counted, today: IsoDate): Standing {
  const { month, warnings, total, included } = counted;
  const at = (status: MonthStatus, status_detail: string) => ({ status, status_detail });
  if (total === 0) {
    return at("nil_return_candidate", `No import is recorded for ${month.key}: a nil return.`);
  }
  const counts = `${included} of ${total} source events are in the return`;
  if (month.lastDay >= today) return at("open", `${counts}; ${month.key} is not over.`);
  const open = warnings.filter(({ code }) => RESOLVABLE.includes(code));
  if (open.length > 0) {
    const told = open.map(({ code, count }) => `${code} ${count}`).join(", ");
    return at("review_required", `${counts}; to be resolved before filing: ${told}.`);
  }
  if (included === 0) {
    return at("review_required", `${counts}; check that all of them belong elsewhere.`);
  }
  const left = total - included;
  return at("ready", left === 0 ? `${counts}.` : `${counts}; ${left} do not belong in it.`);
}

/** How a month stands that no single registration covers. */
export const uncoveredStatus = (
  status: "not_registered" | "registration_conflict",
  { key }: Month,
): Standing => ({
  status,
  status_detail:
    status === "not_registered"
      ? `No active or ended ioss registration covers ${key}.`
      : `More than one ioss registration covers ${key}; end or exclude all but one.`,
});
