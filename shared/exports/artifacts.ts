import type { Quarter } from "../calendar/quarter.ts";
import type { UnionPreview } from "../returns/preview.ts";
import { accountantReport } from "./accountant-report.ts";
import { csvText } from "./csv.ts";
import { breakdownRecords, CSV_COLUMNS, summaryRecords } from "./csv-records.ts";
import { breakdownPackage, summaryPackage } from "./packages.ts";

export type ArtifactKind = "quarterly_summary" | "country_breakdown" | "accountant_report";
export type ArtifactFormat = "json" | "csv";

/** A file made of a report, with all that storing it or sending it takes. */
export type Artifact = {
  readonly kind: ArtifactKind;
  readonly format: ArtifactFormat;
  /** Plain ASCII. */
  readonly file_name: string;
  readonly content_type: string;
  /** The text of the file, to be written as UTF-8. */
  readonly body: string;
};

const CONTENT_TYPES = {
  json: "application/json",
  csv: "text/csv; charset=utf-8; header=present",
} as const;

const NAMES = {
  quarterly_summary: "summary",
  country_breakdown: "country-breakdown",
  accountant_report: "accountant-report",
} as const;

/** The five files of a quarter: both exports in both formats, and the accountant report. */
export const artifactsOf = (
  preview: UnionPreview,
  quarter: Quarter,
  generatedAt: string,
): Artifact[] => [
  summaryArtifact("json", preview, generatedAt),
  summaryArtifact("csv", preview, generatedAt),
  breakdownArtifact("json", preview, generatedAt),
  breakdownArtifact("csv", preview, generatedAt),
  accountantArtifact(preview, quarter, generatedAt),
];

/** The export of the quarterly summary; `generatedAt` is an ISO 8601 instant, UTC. */
export function summaryArtifact(
  format: ArtifactFormat,
  preview: UnionPreview,
  generatedAt: string,
): Artifact {
  const content = summaryPackage(preview, generatedAt);
  const body = format === "csv" ? csvText(CSV_COLUMNS, summaryRecords(content)) : jsonText(content);
  return artifact("quarterly_summary", format, preview, body);
}

/** The export of the country breakdown. */
export function breakdownArtifact(
  format: ArtifactFormat,
  preview: UnionPreview,
  generatedAt: string,
): Artifact {
  const content = breakdownPackage(preview, generatedAt);
  const body =
    format === "csv" ? csvText(CSV_COLUMNS, breakdownRecords(content)) : jsonText(content);
  return artifact("country_breakdown", format, preview, body);
}

/** The accountant report, which has no CSV form. */
export function accountantArtifact(
  preview: UnionPreview,
  quarter: Quarter,
  generatedAt: string,
): Artifact {
  const body = jsonText(accountantReport(preview, quarter, generatedAt));
  return artifact("accountant_report", "json", preview, body);
}

function artifact(
  kind: ArtifactKind,
  format: ArtifactFormat,
  { member_state_identification, period_key }: UnionPreview,
  body: string,
): Artifact {
  const file_name = `union-oss-${member_state_identification}-${period_key}-${NAMES[kind]}.${format}`;
  return { kind, format, file_name, content_type: CONTENT_TYPES[format], body };
}

/** One field a line, since people open these files too. */
const jsonText = (content: object): string => `${JSON.stringify(content, null, 2)}\n`;
