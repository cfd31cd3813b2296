import * as z from "zod";
import { IsoDate, PeriodKey } from "../../core/calendar/schema.ts";
import { KnownCurrency } from "../../core/input/fields.ts";
import { loadedListQuery, NextCursor, pageOfAll } from "../../core/input/pagination.ts";
import { State } from "../../returns/schema.ts";
import { SECTIONS } from "../../vat/schemes/scheme.ts";
import { SchemeType } from "../../vat/seller/registration.ts";
import { formatView, RETURN_FORMATS } from "./formats.ts";
import type { Establishment, Filer } from "./request.ts";
import type { ReturnFormat } from "./return-format.ts";
import { ACCEPTABLE_RULES, type AcceptableRule } from "./row-findings.ts";

const NAMES = RETURN_FORMATS.map(({ format }) => format);

/** Returns the schema id of a format: SkDpossFileRequest for `sk_dposs`. */
const idOf = (format: string): string =>
  `${format
    .split("_")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("")}FileRequest`;

const bodyOf = ({ format, fields }: ReturnFormat) =>
  z
    .strictObject({
      format: z.literal(format),
      filer: fields.filer.describe("The filer; goes into the file and is not kept"),
      establishments: fields.establishments.describe(
        "Numbers of the filer in other Member States; go into the file and are not kept",
      ),
      extras: fields.extras.describe("Fields that only this form needs"),
      registration_id: z
        .int()
        .positive()
        .optional()
        .describe(
          "Id of the registration; required if two registrations share the period, because each makes a return",
        ),
      accept: z
        .array(z.enum(ACCEPTABLE_RULES))
        .max(ACCEPTABLE_RULES.length)
        .default([])
        .describe("The rules under `consents` of the check that the filer accepts"),
      draft: z.boolean().default(false).describe("True for a period that is still open"),
    })
    .meta({ id: idOf(format) });

/** Body of POST /v1/returns/{scheme}/{period}/files. */
export type ReturnFileRequest = {
  readonly format: string;
  readonly filer: Filer;
  readonly establishments: readonly Establishment[];
  readonly extras: object;
  readonly registration_id?: number | undefined;
  readonly accept: readonly AcceptableRule[];
  readonly draft: boolean;
};

type Body = ReturnType<typeof bodyOf>;

/** The body of a request; its fields depend on `format`. */
export const ReturnFileRequest: z.ZodType<ReturnFileRequest> = z.discriminatedUnion(
  "format",
  RETURN_FORMATS.map(bodyOf) as [Body, ...Body[]],
  { error: ({ code }) => (code === "invalid_union" ? `must be one of ${NAMES.join(", ")}` : null) },
);

const JsonSchema = z.record(z.string(), z.unknown());

const FormatView = z
  .strictObject({
    format: z.enum(NAMES as [string, ...string[]]),
    member_state: State,
    schemes: z.array(SchemeType),
    version: z.string().describe("Version of the form or schema, as the authority names it"),
    status: z.enum(["ready", "preview"]),
    channel: z.string().describe("Portal that the file is submitted to"),
    guide: z.string().describe("Page of the documentation about filing the format"),
    limits: z.array(z.string()),
    confidence: z
      .enum(["high", "medium", "low"])
      .describe(
        "Confidence in the layout; `high`: official schema or portal source; `medium`: one generator; `low`: prose",
      ),
    confirmed_until: IsoDate.describe(
      "Last day of the periods whose layout follows its sources; later ones have to be accepted",
    ),
    unconfirmed_schemes: z
      .array(SchemeType)
      .describe("Schemes whose layout was taken from another one, and has to be accepted"),
    unproven: z.array(z.string()),
    media_type: z.string(),
    encoding: z.enum(["utf-8", "iso-8859-1"]),
    extension: z.string(),
    currency: KnownCurrency,
    number_needed_in: z.array(z.enum(SECTIONS)).describe("Sections whose rows need a number"),
    takes_tax_reference: z.boolean(),
    fields: z
      .strictObject({ filer: JsonSchema, establishments: JsonSchema, extras: JsonSchema })
      .describe("JSON Schemas of what the request has to bring"),
  })
  .meta({ id: "ReturnFormat" });

const FORMAT_LIST = "return-formats";

export const ReturnFormatQuery = loadedListQuery(FORMAT_LIST);

export const ReturnFormatList = z.strictObject({
  items: z.array(FormatView),
  next_cursor: NextCursor,
});
export type ReturnFormatList = z.output<typeof ReturnFormatList>;

/** Returns a page of the formats of return files. */
export const formatPage = (query: z.output<typeof ReturnFormatQuery>): ReturnFormatList =>
  pageOfAll(FORMAT_LIST, RETURN_FORMATS, query, { idOf: ({ format }) => format, view: formatView });

const Reason = z
  .strictObject({
    field: z.string().describe("Place in the return: `rows.3`, `corrections.0` or `return`"),
    rule: z.string(),
    message: z.string(),
  })
  .meta({ id: "ReturnFileReason" });

/** Response of GET /v1/returns/{scheme}/{period}/files. */
export const ReturnFileCheck = z.strictObject({
  scheme_type: SchemeType,
  period_key: PeriodKey,
  member_state_identification: State,
  status: z.enum(["open", "locked", "filed"]).describe("Open: what is told is of a draft"),
  items: z
    .array(
      z.strictObject({
        format: z.string(),
        exportable: z.boolean().describe("True if the file can be built from the return alone"),
        reasons: z.array(Reason).describe("Errors that prevent the file from being built"),
        consents: z
          .array(Reason)
          .describe(
            "Errors that prevent the file from being built until the request names their rule in `accept`",
          ),
        warnings: z
          .array(Reason)
          .describe("Warnings about the file, which `X-Return-Warnings` counts"),
        establishments: z
          .array(
            z.strictObject({
              country: State,
              sections: z.array(z.enum(SECTIONS)),
              required: z.boolean(),
            }),
          )
          .describe(
            "Member States that rows are supplied from, and whether the file needs a VAT number of each",
          ),
      }),
    )
    .describe(
      "Portal formats for the Member State and scheme of the return; empty where there is none",
    ),
});
export type ReturnFileCheck = z.output<typeof ReturnFileCheck>;
