import type { RecountPending } from "../returns/pending.ts";
import type { CsvRecord } from "./csv.ts";
import type {
  BreakdownPackage,
  MajorBalance,
  MajorCorrection,
  MajorRow,
  Manifest,
  SummaryPackage,
} from "./schema.ts";

/** The columns of both exports, in their order; docs/csv-columns.md says what they hold. */
export const CSV_COLUMNS = [
  "export_kind",
  "export_version",
  "generated_at",
  "scheme_type",
  "period_key",
  "member_state_identification",
  "return_currency",
  "conversion_rule",
  "scope_note",
  "total_source_event_count",
  "included_source_event_count",
  "excluded_source_event_count",
  "warnings",
  "record_type",
  "section",
  "member_state_of_consumption",
  "supply_kind",
  "from_member_state",
  "rate_category",
  "vat_rate_pct",
  "original_period",
  "taxable_amount",
  "vat_amount",
  "event_count",
  "current_vat",
  "correction_vat",
  "payable_vat",
  "included_in_grand_total",
] as const;

type Line = CsvRecord & { readonly [Column in (typeof CSV_COLUMNS)[number]]?: CsvRecord[string] };

/** The summary line by line: its rows, its corrections, its balances. */
export const summaryRecords = ({ manifest, report }: SummaryPackage): Line[] =>
  withManifest(manifest, [
    ...report.rows.map(rowLine),
    ...report.corrections.map(correctionLine),
    ...report.balances.map(balanceLine),
  ]);

/** The breakdown line by line: of each Member State its rows, its corrections, its total. */
export const breakdownRecords = ({ manifest, report }: BreakdownPackage): Line[] =>
  withManifest(
    manifest,
    report.countries.flatMap((country) => [
      ...country.rows.map(rowLine),
      ...country.corrections.map(correctionLine),
      countryLine(country),
    ]),
  );

const recountLine = ({ events_moved }: RecountPending): Line => ({
  record_type: "recount_pending",
  event_count: events_moved,
});

const rowLine = (row: MajorRow): Line => ({ record_type: "row", ...row });

const correctionLine = (row: MajorCorrection): Line => ({ record_type: "correction", ...row });

const balanceLine = (balance: MajorBalance): Line => ({ record_type: "balance", ...balance });

const countryLine = ({
  totals,
  balance,
}: BreakdownPackage["report"]["countries"][number]): Line => ({
  ...balance,
  record_type: "country_total",
  taxable_amount: totals.taxable,
});

/**
 * Every line says what file it is of; a report without lines leaves one that says only that. A recount
 * is a line of its own, so that the columns stay what they are.
 */
function withManifest(manifest: Manifest, records: readonly Line[]): Line[] {
  const { source_event_counts, warnings, recount_pending, ...fields } = manifest;
  const lines = recount_pending ? [recountLine(recount_pending), ...records] : records;
  const columns: Line = {
    ...fields,
    total_source_event_count: source_event_counts.total,
    included_source_event_count: source_event_counts.included,
    excluded_source_event_count: source_event_counts.excluded,
    warnings: warnings.map(({ code, count }) => `${code}:${count}`).join(";"),
  };
  return (lines.length > 0 ? lines : [{}]).map((line) => ({ ...columns, ...line }));
}
