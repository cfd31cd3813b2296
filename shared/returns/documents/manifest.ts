import type { RecountPending } from "../../ledger/recount/recount-view.ts";
import type { Covered } from "../compute/compute.ts";
import type { Manifest } from "./schema.ts";

/** When a file is made, an ISO 8601 instant, UTC, and what may still change its figures. */
export type Making = {
  readonly generated_at: string;
  readonly recount_pending: RecountPending | null;
};

/** What a file made of a return is, and of what. It names a recount only while one is pending. */
export const manifestOf = (
  shape: string,
  { scheme, report }: Covered,
  { generated_at, recount_pending }: Making,
): Manifest => ({
  export_kind: `${scheme.id}_${shape}`,
  export_version: 1,
  generated_at,
  scheme_type: report.scheme_type,
  period_key: report.period_key,
  member_state_identification: report.member_state_identification,
  return_currency: report.return_currency,
  conversion_rule: scheme.conversion_rule,
  scope_note: scheme.scope_note,
  source_event_counts: {
    total: report.total_source_event_count,
    included: report.included_source_event_count,
    excluded: report.excluded_source_event_count,
  },
  warnings: report.warnings,
  ...(recount_pending ? { recount_pending } : {}),
});
