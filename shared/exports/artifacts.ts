import type { Covered } from "../returns/draw.ts";
import { accountantReport } from "./accountant-report.ts";
import { csvText } from "./csv.ts";
import { breakdownRecords, CSV_COLUMNS, summaryRecords } from "./csv-records.ts";
import type { Making } from "./manifest.ts";
import { breakdownPackage, summaryPackage } from "./packages.ts";

export const ARTIFACT_KINDS = [
  "quarterly_summary",
  "monthly_summary",
  "country_breakdown",
  "accountant_report",
] as const;
type ArtifactKind = (typeof ARTIFACT_KINDS)[number];

export const ARTIFACT_FORMATS = ["json", "csv"] as const;
type ArtifactFormat = (typeof ARTIFACT_FORMATS)[number];

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
  monthly_summary: "summary",
  country_breakdown: "country-breakdown",
  accountant_report: "accountant-report",
} as const;

/** The five files of a period: both exports in both formats, and the accountant report. */
export const artifactsOf = (drawn: Covered, making: Making): Artifact[] => [
  summaryArtifact("json", drawn, making),
  summaryArtifact("csv", drawn, making),
  breakdownArtifact("json", drawn, making),
  breakdownArtifact("csv", drawn, making),
  accountantArtifact(drawn, making),
];

/** The export of the summary. */
export function summaryArtifact(format: ArtifactFormat, drawn: Covered, making: Making): Artifact {
  const content = summaryPackage(drawn, making);
  const body = format === "csv" ? csvText(CSV_COLUMNS, summaryRecords(content)) : jsonText(content);
  return artifact(`${drawn.period.kind}ly_summary`, format, drawn, body);
}

/** The export of the country breakdown. */
export function breakdownArtifact(
  format: ArtifactFormat,
  drawn: Covered,
  making: Making,
): Artifact {
  const content = breakdownPackage(drawn, making);
  const body =
    format === "csv" ? csvText(CSV_COLUMNS, breakdownRecords(content)) : jsonText(content);
  return artifact("country_breakdown", format, drawn, body);
}

/** The accountant report, which has no CSV form. */
export const accountantArtifact = (drawn: Covered, making: Making): Artifact =>
  artifact("accountant_report", "json", drawn, jsonText(accountantReport(drawn, making)));

function artifact(
  kind: ArtifactKind,
  format: ArtifactFormat,
  { scheme, period, registration }: Covered,
  body: string,
): Artifact {
  const of = `${scheme.slug}-${registration.member_state_identification}-${period.key}`;
  const file_name = `${of}-${NAMES[kind]}.${format}`;
  return { kind, format, file_name, content_type: CONTENT_TYPES[format], body };
}

/** One field a line, since people open these files too. */
const jsonText = (content: object): string => `${JSON.stringify(content, null, 2)}\n`;
