import * as z from "zod";
import { IsoDate, PeriodKey, QuarterParam } from "../../core/calendar/schema.ts";
import type { Fault } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import { CSV_DECIMALS, CSV_DELIMITERS, PLAIN_CSV } from "../../core/files/csv.ts";
import { KnownCurrency, type PartOf, withRules } from "../../core/input/fields.ts";
import { RecountPending } from "../../ledger/recount/recount-view.ts";
import { SchemeType } from "../../vat/seller/registration.ts";
import { DirectDeclaration } from "../compute/late-changes.ts";
import { FILING_STATUSES } from "../compute/status.ts";
import { SubmissionAssumption } from "../compute/submission.ts";
import { ChangedCorrection, ChangedRow } from "../locks/changed-lines.ts";
import { lockIdentity, sinceFields } from "../locks/schema.ts";
import { LanguageParam, RegistrationParam, ReturnQuery } from "../path-schema.ts";
import {
  Balance,
  CorrectionRow,
  Count,
  PeriodQuery,
  ReturnRow,
  State,
  Totals,
  UsedRate,
  unregistered,
  Warning,
} from "../schema.ts";
import type { ExportFormat } from "./artifacts.ts";
import { PaperFacts } from "./paper.ts";

const Amount = z
  .string()
  .regex(/^-?(0|[1-9]\d*)(\.\d+)?$/)
  .describe("Amount in major units of the return currency, such as 100.00");

const Percentage = z.string().regex(/^\d+\.\d{2}$/);

export const Manifest = z
  .strictObject({
    export_kind: z.string().describe("Scheme and content of the file, as a code"),
    export_version: z.literal(1),
    generated_at: z.iso.datetime(),
    scheme_type: SchemeType,
    period_key: PeriodKey,
    member_state_identification: State,
    return_currency: KnownCurrency,
    conversion_rule: z.string(),
    scope_note: z.string(),
    source_event_counts: z.strictObject({ total: Count, included: Count, excluded: Count }),
    warnings: z.array(Warning),
    recount_pending: RecountPending.optional().describe(
      "Recount that may still change the figures of this file; absent if none is running",
    ),
  })
  .meta({ id: "ExportManifest" });
export type Manifest = z.output<typeof Manifest>;

type MajorName<Name> = Name extends `${infer Amount}_minor`
  ? Amount
  : Name extends "vat_rate_bps"
    ? "vat_rate_pct"
    : Name;

/** A part of a return in major units: `x_minor` becomes `x`, `vat_rate_bps` becomes `vat_rate_pct`, both strings. */
export type InMajorUnits<Part> = {
  [Name in keyof Part as MajorName<Name>]: MajorName<Name> extends Name ? Part[Name] : string;
};

type MajorShape<Shape> = {
  [Name in keyof Shape as MajorName<Name>]: MajorName<Name> extends Name
    ? Shape[Name]
    : z.ZodString;
};

/** Derives the fields of a document from those of a response: amounts in major units, rates as a percentage. */
const majorShape = <Shape extends z.core.$ZodLooseShape>(shape: Shape): MajorShape<Shape> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => {
      if (name === "vat_rate_bps") return ["vat_rate_pct", Percentage];
      return name.endsWith("_minor") ? [name.slice(0, -"_minor".length), Amount] : [name, field];
    }),
  ) as MajorShape<Shape>;

const MajorTotals = z
  .strictObject(majorShape(Totals.shape))
  .extend({ payable_vat: Amount.describe("Sum of the positive balances; nothing is set off") })
  .meta({ id: "MajorTotals" });

export const MajorRow = z.strictObject(majorShape(ReturnRow.shape)).meta({ id: "MajorReturnRow" });
export type MajorRow = z.output<typeof MajorRow>;

export const MajorCorrection = z
  .strictObject(majorShape(CorrectionRow.shape))
  .meta({ id: "MajorCorrection" });
export type MajorCorrection = z.output<typeof MajorCorrection>;

export const MajorBalance = z.strictObject(majorShape(Balance.shape)).meta({ id: "MajorBalance" });
export type MajorBalance = z.output<typeof MajorBalance>;

const SummaryReport = z
  .strictObject({
    totals: MajorTotals,
    rows: z.array(MajorRow),
    corrections: z.array(MajorCorrection),
    balances: z.array(MajorBalance),
    exchange_rates: z.array(UsedRate),
  })
  .meta({ id: "SummaryReport" });

const BreakdownReport = z
  .strictObject({
    totals: MajorTotals,
    countries: z.array(
      z.strictObject({
        member_state_of_consumption: State,
        totals: MajorTotals,
        rows: z.array(MajorRow),
        corrections: z.array(MajorCorrection),
        balance: MajorBalance,
      }),
    ),
    exchange_rates: z.array(UsedRate),
  })
  .meta({ id: "BreakdownReport" });

const MajorDifferences = z
  .strictObject({
    source_event_count_difference: z.int(),
    totals: MajorTotals,
    rows: z.array(z.strictObject(majorShape(ChangedRow.shape)).meta({ id: "MajorChangedRow" })),
    corrections: z.array(
      z.strictObject(majorShape(ChangedCorrection.shape)).meta({ id: "MajorChangedCorrection" }),
    ),
  })
  .meta({
    id: "MajorDifferences",
    description: "Today's figures less the locked ones, in major units",
  });

/** Builds the field with the lock of a file; `report` is the form in which the file shows the other return. */
const lockField = <Report extends z.ZodType>(report: Report, id: string) => ({
  lock: z
    .strictObject({
      ...lockIdentity,
      changed: z
        .boolean()
        .nullable()
        .describe(
          "True if today's return differs from the locked one; null where it cannot be compared",
        ),
      declared_in: sinceFields.declared_in,
      differences: MajorDifferences.nullable().describe(
        "Changed figures; null where `changed` is null",
      ),
      current_report: report
        .nullable()
        .describe(
          "The figures of the ledger today, in files whose own figures are the locked ones; null in previews, and where `changed` is null",
        ),
      locked_report: report
        .nullable()
        .describe(
          "The figures as they were locked, in previews, whose own figures are today's; null in other files",
        ),
    })
    .meta({ id })
    .optional()
    .describe(
      "The lock of the return and the changes since, only where it is locked; in previews, only where they differ from it",
    ),
});

export const SummaryPackage = z
  .strictObject({
    manifest: Manifest,
    report: SummaryReport,
    ...lockField(SummaryReport, "LockOfSummaryFile"),
  })
  .meta({ id: "SummaryExport" });
export type SummaryPackage = z.output<typeof SummaryPackage>;

export const BreakdownPackage = z
  .strictObject({
    manifest: Manifest,
    report: BreakdownReport,
    ...lockField(BreakdownReport, "LockOfBreakdownFile"),
  })
  .meta({ id: "BreakdownExport" });
export type BreakdownPackage = z.output<typeof BreakdownPackage>;

export const AccountantReport = z
  .strictObject({
    manifest: Manifest,
    ...PaperFacts.shape,
    filing_context: z.strictObject({
      filing_due_date: IsoDate,
      nil_return_eligible: z.boolean(),
      filing_state: z.enum(FILING_STATUSES),
      explanation: z.string(),
      ...unregistered,
      submission_assumption: SubmissionAssumption.optional().describe(
        "Assumption about the submission, as in the return; absent where nothing is assumed",
      ),
      direct_declarations: z
        .array(
          z
            .strictObject(majorShape(DirectDeclaration.shape))
            .meta({ id: "MajorDirectDeclaration" }),
        )
        .optional()
        .describe(
          "Changes of declared returns of the scheme that no return declares any more; left out where there are none",
        ),
    }),
    summary: SummaryReport,
    country_breakdown: BreakdownReport,
    ...lockField(SummaryReport, "LockOfAccountantReport"),
  })
  .meta({ id: "AccountantReport" });
export type AccountantReport = z.output<typeof AccountantReport>;

const WORKBOOK =
  "must be csv or json; the workbook (XLSX) is GET /v1/returns/{scheme}/{period}/working-paper";

const csvFields = {
  delimiter: z
    .enum(CSV_DELIMITERS)
    .optional()
    .meta({ description: "Separator of the fields in CSV; `comma` unless given" }),
  decimal: z
    .enum(CSV_DECIMALS)
    .optional()
    .meta({ description: "Decimal sign in CSV; `point` unless given" }),
  manifest: z.enum(["repeat", "once"]).optional().meta({
    description:
      "Place of the facts about the file in CSV: on every line (`repeat`, unless given) or once in its head (`once`)",
  }),
};

const formatFields = {
  format: z.enum(["csv", "json"], {
    error: ({ input }) => (input === "xlsx" ? WORKBOOK : undefined),
  }),
  ...csvFields,
};

type Format = z.output<z.ZodObject<typeof formatFields>>;

/** Query of the exports of a quarter of the Union scheme. */
export const ExportQuery = withRules(
  z.strictObject({ period: QuarterParam, ...formatFields }),
  formatFaults,
);

const viewFields = {
  view: z.enum(["summary", "breakdown"]),
  registration_id: RegistrationParam,
};

export const ReturnExportQuery = withRules(
  z.strictObject({ ...viewFields, ...formatFields }),
  formatFaults,
);

/** Queries of the exports whose path names the form of the file. */
export const CsvExportQuery = z.strictObject({ period: QuarterParam, ...csvFields });
export const JsonExportQuery = z.strictObject({ period: QuarterParam });

export const ReturnCsvQuery = z.strictObject({ ...viewFields, ...csvFields });
export const ReturnJsonQuery = z.strictObject(viewFields);

export const PaperQuery = z.strictObject({ ...ReturnQuery.shape, language: LanguageParam });

const ReportFormat = z
  .enum(["json", "html"])
  .optional()
  .meta({ description: "Format of the report: `json` unless given; `html` is a page to print" });

const reportFields = { format: ReportFormat, language: LanguageParam };

/** Query of the accountant report of a quarter of the Union scheme. */
export const ReportQuery = withRules(
  z.strictObject({ ...PeriodQuery.shape, ...reportFields }),
  languageFaults,
);

export const ReturnReportQuery = withRules(
  z.strictObject({ ...ReturnQuery.shape, ...reportFields }),
  languageFaults,
);

type ReportForm = z.output<z.ZodObject<typeof reportFields>>;

/** Finds a language of JSON, whose codes are the same in each language. */
function languageFaults({ format, language }: PartOf<ReportForm>): Fault[] {
  const isOfJson = language !== undefined && format !== "html";
  return faultIf(isOfJson, "language", "only with format=html");
}

const CSV_FIELDS = ["delimiter", "decimal", "manifest"] as const;

function formatFaults(query: PartOf<Format>): Fault[] {
  const { format, delimiter = PLAIN_CSV.delimiter, decimal } = query;
  return [
    ...CSV_FIELDS.filter((field) => format === "json" && query[field] !== undefined).map(
      (field) => ({ field, message: "only with format=csv" }),
    ),
    // A field that contains its own delimiter would be quoted, and many spreadsheets read a quoted number as text.
    ...faultIf(
      format === "csv" && decimal === "comma" && delimiter === "comma",
      "decimal",
      "comma needs another delimiter, such as delimiter=semicolon",
    ),
  ];
}

/** Returns the requested format, with defaults. */
export const formatOf = (query: Format): ExportFormat =>
  query.format === "json"
    ? { format: "json" }
    : {
        format: "csv",
        delimiter: query.delimiter ?? PLAIN_CSV.delimiter,
        decimal: query.decimal ?? PLAIN_CSV.decimal,
        manifest: query.manifest ?? PLAIN_CSV.manifest,
      };
