import type { Covered } from "../returns/draw.ts";
import type { Manifest } from "./schema.ts";

/** What a file made of a return is, and of what; `generatedAt` is an ISO 8601 instant, UTC. */
export const manifestOf = (
  shape: string,
  { scheme, report }: Covered,
  generatedAt: string,
): Manifest => ({
  export_kind: `${scheme.id}_${shape}`,
  export_version: 1,
  generated_at: generatedAt,
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
});
