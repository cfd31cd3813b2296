import { type CsvForm, PLAIN_CSV } from "../../core/files/csv.ts";
import { XLSX_TYPE } from "../../core/files/xlsx.ts";
import type { Currency } from "../../core/money/money.ts";
import type { RecountPending } from "../../ledger/recount/recount-view.ts";
import { type Covered, statesOf } from "../compute/compute.ts";
import type { DirectDeclaration } from "../compute/late-changes.ts";
import { filingStateOf } from "../compute/status.ts";
import type { SubmissionAssumption } from "../compute/submission.ts";
import type { ComparedLock } from "../locks/compare-lock.ts";
import { hasChanged, lockPart } from "../locks/view.ts";
import type { Return, StatePart, UnregisteredSupplies } from "../schema.ts";
import { breakdownCsv, inMajorUnits, summaryCsv } from "./csv-records.ts";
import type { PaperContext } from "./paper.ts";
import type { AccountantReport, BreakdownPackage, Manifest, SummaryPackage } from "./schema.ts";

/** The context of a file: its time, an ISO 8601 instant in UTC, and a recount that may still change its figures. */
export type DocumentContext = {
  readonly generated_at: string;
  readonly recount_pending: RecountPending | null;
  /** The lock whose figures the file shows. */
  readonly shown?: ComparedLock | undefined;
  /** The lock of the previewed period. The figures of the preview are today's. */
  readonly compared?: ComparedLock | undefined;
};

/** Returns the filing state of the return of a file: that of its lock, or the current one. */
export const stateOfFile = (computed: Covered, { shown }: DocumentContext) =>
  shown?.lock ?? filingStateOf(computed);

/** Returns the manifest of a file made of a return. A recount is named only while one is pending. */
export const manifestOf = (
  shape: string,
  { scheme, report }: Covered,
  { generated_at, recount_pending }: DocumentContext,
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

/** Returns the summary as an export: the rows of the return, in major units. */
const summaryPackage = (computed: Covered, context: DocumentContext): SummaryPackage => ({
  manifest: manifestOf(`${computed.period.kind}ly_summary_preview`, computed, context),
  report: summaryReport(computed.report),
  ...lockIn(context, summaryReport),
});

const breakdownPackage = (computed: Covered, context: DocumentContext): BreakdownPackage => ({
  manifest: manifestOf("country_vat_breakdown_preview", computed, context),
  report: breakdownReport(computed.report),
  ...lockIn(context, breakdownReport),
});

function summaryReport(report: Return): SummaryPackage["report"] {
  const { return_currency } = report;
  return {
    totals: inMajorUnits(report.totals, return_currency),
    rows: report.rows.map((row) => inMajorUnits(row, return_currency)),
    corrections: report.corrections.map((row) => inMajorUnits(row, return_currency)),
    balances: report.balances.map((balance) => inMajorUnits(balance, return_currency)),
    exchange_rates: report.exchange_rates,
  };
}

function breakdownReport(report: Return): BreakdownPackage["report"] {
  const { return_currency } = report;
  return {
    totals: inMajorUnits(report.totals, return_currency),
    countries: statesOf(report).map((part) => country(part, return_currency)),
    exchange_rates: report.exchange_rates,
  };
}

const country = (part: StatePart, currency: Currency) => ({
  member_state_of_consumption: part.member_state_of_consumption,
  totals: inMajorUnits(part.totals, currency),
  rows: part.rows.map((row) => inMajorUnits(row, currency)),
  corrections: part.corrections.map((row) => inMajorUnits(row, currency)),
  balance: inMajorUnits(part.balance, currency),
});

/**
 * Returns the lock of a file and the return that the file does not show itself: the current or the locked one. The file
 * of a preview that still agrees with its lock is the one that the lock has stored.
 */
function lockIn<Report>(
  { shown, compared }: DocumentContext,
  reportOf: (report: Return) => Report,
) {
  if (shown) {
    const { current_return } = shown;
    return {
      lock: {
        ...majorLock(shown),
        current_report: current_return && reportOf(current_return),
        locked_report: null,
      },
    };
  }
  if (!compared || !hasChanged(compared)) return {};
  return {
    lock: {
      ...majorLock(compared),
      current_report: null,
      locked_report: reportOf(compared.locked_return),
    },
  };
}

/** Returns a lock and the changes since, with amounts in major units. */
function majorLock(compared: ComparedLock) {
  const { changed_since_lock, changed_lines, ...lock } = lockPart(compared);
  const major = <Part extends object>(part: Part) =>
    inMajorUnits(part, compared.lock.return_currency);
  return {
    ...lock,
    changed: changed_since_lock?.changed ?? null,
    differences: changed_since_lock &&
      changed_lines && {
        source_event_count_difference: changed_since_lock.source_event_count_difference,
        totals: major(changed_since_lock.totals),
        rows: changed_lines.rows.map(major),
        corrections: changed_lines.corrections.map(major),
      },
  };
}

/** The supplies and changes that no return declares. */
type Undeclared = {
  readonly direct?: readonly DirectDeclaration[];
  readonly unregistered?: readonly UnregisteredSupplies[];
  readonly assumption?: SubmissionAssumption | null;
};

/** Builds one document with both views of a period and the information needed before filing it. */
export function accountantReport(
  computed: Covered,
  context: PaperContext,
  { direct = [], unregistered = [], assumption }: Undeclared = {},
): AccountantReport {
  const { filing_status, filing_status_detail, nil_return_eligible } = stateOfFile(
    computed,
    context,
  );
  return {
    manifest: manifestOf("accountant_report", computed, context),
    ...context.facts,
    filing_context: {
      filing_due_date: computed.period.filingDueDate,
      nil_return_eligible,
      filing_state: filing_status,
      explanation: filing_status_detail,
      ...(unregistered.length > 0 ? { supplies_without_registration: [...unregistered] } : {}),
      ...(assumption ? { submission_assumption: assumption } : {}),
      ...(direct.length > 0
        ? { direct_declarations: direct.map((part) => inMajorUnits(part, part.return_currency)) }
        : {}),
    },
    summary: summaryReport(computed.report),
    country_breakdown: breakdownReport(computed.report),
    ...lockIn(context, summaryReport),
  };
}

export const ARTIFACT_KINDS = [
  "quarterly_summary",
  "monthly_summary",
  "country_breakdown",
  "accountant_report",
  "working_paper",
] as const;
type ArtifactKind = (typeof ARTIFACT_KINDS)[number];

export const ARTIFACT_FORMATS = ["json", "csv", "xlsx"] as const;
type ArtifactFormat = (typeof ARTIFACT_FORMATS)[number];

/** A file made of a report, with the properties needed to store or send it. */
export type Artifact = {
  readonly kind: ArtifactKind;
  readonly format: ArtifactFormat;
  /** The file name in ASCII. */
  readonly file_name: string;
  readonly content_type: string;
  /** A text to be written as UTF-8, or bytes. */
  readonly body: string | Uint8Array;
};

const CONTENT_TYPES = {
  json: "application/json",
  csv: "text/csv; charset=utf-8; header=present",
  xlsx: XLSX_TYPE,
} as const;

const NAMES = {
  quarterly_summary: "summary",
  monthly_summary: "summary",
  country_breakdown: "country-breakdown",
  accountant_report: "accountant-report",
  working_paper: "working-paper",
} as const;

type TextArtifact = Artifact & { readonly body: string };

/** JSON, or CSV with its delimiter and decimal sign. */
export type ExportFormat = { readonly format: "json" } | ({ readonly format: "csv" } & CsvForm);

const JSON_FORMAT: ExportFormat = { format: "json" };

/** The CSV format of the specification. */
const CSV_FORMAT: ExportFormat = { format: "csv", ...PLAIN_CSV };

/** Returns the five text files of a period: both exports in both formats, and the accountant report. */
export const artifactsOf = (computed: Covered, context: PaperContext): Artifact[] => [
  summaryArtifact(JSON_FORMAT, computed, context),
  summaryArtifact(CSV_FORMAT, computed, context),
  breakdownArtifact(JSON_FORMAT, computed, context),
  breakdownArtifact(CSV_FORMAT, computed, context),
  accountantArtifact(computed, context),
];

export function summaryArtifact(
  format: ExportFormat,
  computed: Covered,
  context: DocumentContext,
): TextArtifact {
  const content = summaryPackage(computed, context);
  const body = format.format === "csv" ? summaryCsv(content, format) : jsonText(content);
  return artifact(`${computed.period.kind}ly_summary`, format.format, computed, body);
}

export function breakdownArtifact(
  format: ExportFormat,
  computed: Covered,
  context: DocumentContext,
): TextArtifact {
  const content = breakdownPackage(computed, context);
  const body = format.format === "csv" ? breakdownCsv(content, format) : jsonText(content);
  return artifact("country_breakdown", format.format, computed, body);
}

/** Builds the accountant report, which has no CSV form. */
export const accountantArtifact = (
  computed: Covered,
  context: PaperContext,
  undeclared: Undeclared = {},
): TextArtifact =>
  artifact(
    "accountant_report",
    "json",
    computed,
    jsonText(accountantReport(computed, context, undeclared)),
  );

/** Builds a file of a return, named after its kind and return. */
export function artifact<Body extends Artifact["body"]>(
  kind: ArtifactKind,
  format: ArtifactFormat,
  computed: Covered,
  body: Body,
) {
  const file_name = fileNameOf(kind, computed, format);
  return { kind, format, file_name, content_type: CONTENT_TYPES[format], body };
}

/** Returns the ASCII name of a file of that kind. */
export const fileNameOf = (
  kind: ArtifactKind,
  { scheme, period, registration }: Covered,
  ending: string,
): string =>
  `${scheme.slug}-${registration.member_state_identification}-${period.key}-${NAMES[kind]}.${ending}`;

/** Formats JSON with one field per line, because users open these files too. */
const jsonText = (content: object): string => `${JSON.stringify(content, null, 2)}\n`;
