import type { UnionPreview } from "../returns/preview.ts";
import type { Manifest } from "./schema.ts";

/** Art. 369h(2) VAT Directive. Short and plain ASCII, because every line of a CSV repeats it. */
const CONVERSION_RULE =
  "ECB reference rates of the last day of the quarter or, if none were published that day, of the " +
  "next day of publication; corrections at the rates of their original quarter.";

/** Art. 369g VAT Directive. */
const SCOPE_NOTE =
  "Current rows: supplies of the quarter, with their changes in the same quarter netted. " +
  "Correction rows: changes of supplies declared for an earlier quarter. " +
  "A change without a declared original is excluded.";

/** What a file made of a preview is, and of what; `generatedAt` is an ISO 8601 instant, UTC. */
export const manifestOf = (
  export_kind: Manifest["export_kind"],
  preview: UnionPreview,
  generatedAt: string,
): Manifest => ({
  export_kind,
  export_version: 1,
  generated_at: generatedAt,
  scheme_type: preview.scheme_type,
  period_key: preview.period_key,
  member_state_identification: preview.member_state_identification,
  return_currency: preview.return_currency,
  conversion_rule: CONVERSION_RULE,
  scope_note: SCOPE_NOTE,
  source_event_counts: {
    total: preview.total_source_event_count,
    included: preview.included_source_event_count,
    excluded: preview.excluded_source_event_count,
  },
  warnings: preview.warnings,
});
