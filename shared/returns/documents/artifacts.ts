import { type CsvForm, PLAIN_CSV } from "../../core/files/csv.ts";
import { XLSX_TYPE } from "../../core/files/workbook-type.ts";
import type { Covered } from "../compute/compute.ts";
import { accountantReport } from "./accountant-report.ts";
import { breakdownCsv, summaryCsv } from "./csv-records.ts";
import type { Making } from "./manifest.ts";
import { breakdownPackage, summaryPackage } from "./packages.ts";

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

/** A file made of a report, with all that storing it or sending it takes. */
export type Artifact = {
  readonly kind: ArtifactKind;
  readonly format: ArtifactFormat;
  /** Plain ASCII. */
  readonly file_name: string;
  readonly content_type: string;
  /** A text, to be written as UTF-8, or bytes. */
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

/** One that is a text. */
type TextArtifact = Artifact & { readonly body: string };

/** JSON, or CSV in one of its forms. */
export type ExportFormat = { readonly format: "json" } | ({ readonly format: "csv" } & CsvForm);

const JSON_FORMAT: ExportFormat = { format: "json" };

/** The CSV of the specification. */
const CSV_FORMAT: ExportFormat = { format: "csv", ...PLAIN_CSV };

/** The five texts of a period: both exports in both formats, and the accountant report. */
export const artifactsOf = (drawn: Covered, making: Making): Artifact[] => [
  summaryArtifact(JSON_FORMAT, drawn, making),
  summaryArtifact(CSV_FORMAT, drawn, making),
  breakdownArtifact(JSON_FORMAT, drawn, making),
  breakdownArtifact(CSV_FORMAT, drawn, making),
  accountantArtifact(drawn, making),
];

/** The export of the summary. */
export function summaryArtifact(
  format: ExportFormat,
  drawn: Covered,
  making: Making,
): TextArtifact {
  const content = summaryPackage(drawn, making);
  const body = format.format === "csv" ? summaryCsv(content, format) : jsonText(content);
  return artifact(`${drawn.period.kind}ly_summary`, format.format, drawn, body);
}

/** The export of the country breakdown. */
export function breakdownArtifact(
  format: ExportFormat,
  drawn: Covered,
  making: Making,
): TextArtifact {
  const content = breakdownPackage(drawn, making);
  const body = format.format === "csv" ? breakdownCsv(content, format) : jsonText(content);
  return artifact("country_breakdown", format.format, drawn, body);
}

/** The accountant report, which has no CSV form. */
export const accountantArtifact = (drawn: Covered, making: Making): TextArtifact =>
  artifact("accountant_report", "json", drawn, jsonText(accountantReport(drawn, making)));

/** A file made of a return, under a name that says which. */
export function artifact<Body extends Artifact["body"]>(
  kind: ArtifactKind,
  format: ArtifactFormat,
  drawn: Covered,
  body: Body,
) {
  const file_name = fileNameOf(kind, drawn, format);
  return { kind, format, file_name, content_type: CONTENT_TYPES[format], body };
}

/** The name of a file of that kind; plain ASCII. */
export const fileNameOf = (
  kind: ArtifactKind,
  { scheme, period, registration }: Covered,
  ending: string,
): string =>
  `${scheme.slug}-${registration.member_state_identification}-${period.key}-${NAMES[kind]}.${ending}`;

/** One field a line, since people open these files too. */
const jsonText = (content: object): string => `${JSON.stringify(content, null, 2)}\n`;
