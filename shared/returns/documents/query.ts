import * as z from "zod";
import { QuarterParam } from "../../core/calendar/schema.ts";
import type { Fault } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import { CSV_DECIMALS, CSV_DELIMITERS, PLAIN_CSV } from "../../core/files/csv.ts";
import { type PartOf, withRules } from "../../core/input/cross-field-rules.ts";
import { RegistrationParam, ReturnQuery } from "../path-schema.ts";
import { PeriodQuery } from "../schema.ts";
import type { ExportFormat } from "./artifacts.ts";

/** How a file of an export is to be written. */
const formatFields = {
  format: z.enum(["csv", "json"]),
  delimiter: z
    .enum(CSV_DELIMITERS)
    .optional()
    .meta({ description: "Of CSV: what stands between fields; `comma` unless given" }),
  decimal: z
    .enum(CSV_DECIMALS)
    .optional()
    .meta({ description: "Of CSV: what stands before decimals; `point` unless given" }),
  manifest: z.enum(["repeat", "once"]).optional().meta({
    description:
      "Of CSV: what the file is of stands on every line (`repeat`, unless given) or in its head alone",
  }),
};

type Format = z.output<z.ZodObject<typeof formatFields>>;

/** Query of the exports of a quarter of the Union scheme. */
export const ExportQuery = withRules(
  z.strictObject({ period: QuarterParam, ...formatFields }),
  formatFaults,
);

/** Query of the exports of any return. */
export const ReturnExportQuery = withRules(
  z.strictObject({
    view: z.enum(["summary", "breakdown"]),
    ...formatFields,
    registration_id: RegistrationParam,
  }),
  formatFaults,
);

const ReportFormat = z
  .enum(["json", "html"])
  .optional()
  .meta({ description: "`json` unless given; `html` is a page to print" });

/** Query of the accountant report of a quarter of the Union scheme. */
export const ReportQuery = z.strictObject({ ...PeriodQuery.shape, format: ReportFormat });

/** Query of the accountant report of any return. */
export const ReturnReportQuery = z.strictObject({ ...ReturnQuery.shape, format: ReportFormat });

const CSV_FIELDS = ["delimiter", "decimal", "manifest"] as const;

function formatFaults(query: PartOf<Format>): Fault[] {
  const { format, delimiter = PLAIN_CSV.delimiter, decimal } = query;
  return [
    ...CSV_FIELDS.filter((field) => format === "json" && query[field] !== undefined).map(
      (field) => ({ field, message: "only with format=csv" }),
    ),
    // A field with its own delimiter in it would be quoted, and many a spreadsheet reads that as text.
    ...faultIf(
      format === "csv" && decimal === "comma" && delimiter === "comma",
      "decimal",
      "comma needs another delimiter, such as delimiter=semicolon",
    ),
  ];
}

/** What was asked for, with what is usual where nothing was said. */
export const formatOf = (query: Format): ExportFormat =>
  query.format === "json"
    ? { format: "json" }
    : {
        format: "csv",
        delimiter: query.delimiter ?? PLAIN_CSV.delimiter,
        decimal: query.decimal ?? PLAIN_CSV.decimal,
        manifest: query.manifest ?? PLAIN_CSV.manifest,
      };
