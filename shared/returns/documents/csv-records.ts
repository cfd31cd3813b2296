import { type CsvForm, type CsvRecord, csvLines, csvText } from "../../core/files/csv.ts";
import { type Currency, decimalString, percentString } from "../../core/money/money.ts";
import type { RecountPending } from "../../ledger/recount/recount-view.ts";
import type {
  BreakdownPackage,
  InMajorUnits,
  MajorBalance,
  MajorCorrection,
  MajorRow,
  Manifest,
  SummaryPackage,
} from "./schema.ts";

/**
 * Converts the amounts of a part of a return for documents: decimal strings in major units of `currency`, the return
 * currency. Rates become percentages.
 */
export const inMajorUnits = <Part extends object>(
  part: Part,
  currency: Currency,
): InMajorUnits<Part> =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      if (name === "vat_rate_bps") return ["vat_rate_pct", percentString(value)];
      return name.endsWith("_minor")
        ? [name.slice(0, -"_minor".length), decimalString(value, currency)]
        : [name, value];
    }),
  ) as InMajorUnits<Part>;

/** The columns that identify the file; docs/csv-columns.md documents all columns. */
const MANIFEST_COLUMNS = [
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
] as const;

const DETAIL_COLUMNS = [
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

/** The columns of both exports, in their order. */
const CSV_COLUMNS = [...MANIFEST_COLUMNS, ...DETAIL_COLUMNS];

type CsvLine = CsvRecord & {
  readonly [Column in (typeof CSV_COLUMNS)[number]]?: CsvRecord[string];
};

/** Writes the summary: its rows, corrections and balances. */
export const summaryCsv = ({ manifest, report, lock }: SummaryPackage, form: CsvForm): string =>
  written(form, manifest, [
    ...summaryLines(report),
    ...changedLines(lock),
    ...(lock?.changed && lock.locked_report ? summaryLines(lock.locked_report).map(declared) : []),
  ]);

/** Writes the breakdown: for each Member State its rows, its corrections and its total. */
export const breakdownCsv = ({ manifest, report, lock }: BreakdownPackage, form: CsvForm): string =>
  written(form, manifest, [
    ...breakdownLines(report),
    ...changedLines(lock),
    ...(lock?.changed && lock.locked_report
      ? breakdownLines(lock.locked_report).map(declared)
      : []),
  ]);

const summaryLines = (report: SummaryPackage["report"]): CsvLine[] => [
  ...report.rows.map(rowLine),
  ...report.corrections.map(correctionLine),
  ...report.balances.map(balanceLine),
];

const breakdownLines = (report: BreakdownPackage["report"]): CsvLine[] =>
  report.countries.flatMap((country) => [
    ...country.rows.map(rowLine),
    ...country.corrections.map(correctionLine),
    countryLine(country),
  ]);

/** Returns the differences of a locked return to today's. A file whose own figures are the locked ones has them last. */
function changedLines(lock: SummaryPackage["lock"] | BreakdownPackage["lock"]): CsvLine[] {
  if (!lock?.differences) return [];
  const { rows, corrections } = lock.differences;
  return [
    ...rows.map((row) => differenceLine("changed_row", row)),
    ...corrections.map((row) => differenceLine("changed_correction", row)),
  ];
}

const differenceLine = (
  record_type: string,
  { event_count_difference, ...row }: CsvLine & { readonly event_count_difference: number },
): CsvLine => ({ ...row, record_type, event_count: event_count_difference });

/** Marks a line of the locked return in the file of a preview. */
const declared = (line: CsvLine): CsvLine => ({
  ...line,
  record_type: `declared_${line.record_type}`,
});

const recountLine = ({ events_moved }: RecountPending): CsvLine => ({
  record_type: "recount_pending",
  event_count: events_moved,
});

const rowLine = (row: MajorRow): CsvLine => ({ record_type: "row", ...row });

const correctionLine = (row: MajorCorrection): CsvLine => ({ record_type: "correction", ...row });

const balanceLine = (balance: MajorBalance): CsvLine => ({ record_type: "balance", ...balance });

const countryLine = ({
  totals,
  balance,
}: BreakdownPackage["report"]["countries"][number]): CsvLine => ({
  ...balance,
  record_type: "country_total",
  taxable_amount: totals.taxable,
});

/** Writes the file. A pending recount has a line of its own, so that the columns stay unchanged. */
function written(form: CsvForm, manifest: Manifest, records: readonly CsvLine[]): string {
  const { recount_pending, ...rest } = manifest;
  const fields = manifestLine(rest);
  const lines = recount_pending ? [recountLine(recount_pending), ...records] : records;
  if (form.manifest === "once") return headed(form, fields, lines);
  // A report without lines has one line that identifies the file.
  const whole = (lines.length > 0 ? lines : [{}]).map((line) => ({ ...fields, ...line }));
  return csvText(CSV_COLUMNS, whole, form);
}

/** Writes the manifest as a list of names and values, an empty line, and the table without manifest columns. */
function headed(form: CsvForm, manifest: CsvLine, lines: readonly CsvLine[]): string {
  const rest = DETAIL_COLUMNS.slice(2).map(() => null);
  return csvLines(
    [
      ...MANIFEST_COLUMNS.map((name) => [name, manifest[name], ...rest]),
      DETAIL_COLUMNS.map(() => null),
      DETAIL_COLUMNS,
      ...lines.map((line) => DETAIL_COLUMNS.map((name) => line[name])),
    ],
    form,
  );
}

function manifestLine({
  source_event_counts,
  warnings,
  ...fields
}: Omit<Manifest, "recount_pending">): CsvLine {
  return {
    ...fields,
    total_source_event_count: source_event_counts.total,
    included_source_event_count: source_event_counts.included,
    excluded_source_event_count: source_event_counts.excluded,
    warnings: warnings.map(({ code, count }) => `${code}:${count}`).join(";"),
  };
}
