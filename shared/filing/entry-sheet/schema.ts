import * as z from "zod";
import { PeriodKey } from "../../core/calendar/schema.ts";
import { KnownCurrency } from "../../core/input/fields.ts";
import { recountField } from "../../ledger/recount/recount-view.ts";
import { Signers } from "../../returns/locks/signers.ts";
import { ReturnQuery } from "../../returns/path-schema.ts";
import { Minor, State } from "../../returns/schema.ts";
import { SECTIONS } from "../../vat/schemes/scheme.ts";
import { SchemeType } from "../../vat/seller/registration.ts";
import { SHEET_WORDS, type SheetField } from "./entry-sheet.ts";

const FIELDS = Object.keys(SHEET_WORDS) as [SheetField, ...SheetField[]];
const Text = z
  .string()
  .describe("Text as it is typed in; amounts have the decimal sign of the sheet");

/** Query of GET /v1/returns/{scheme}/{period}/entry-sheet. */
export const SheetQuery = z.strictObject({
  ...ReturnQuery.shape,
  decimal: z.enum(["point", "comma"]).optional().meta({
    description: "Decimal sign of the amounts; that of the Member State's portal unless given",
  }),
});

const SheetLine = z
  .strictObject({
    line_id: z
      .string()
      .describe("Id of the line; it changes with a figure of the line, so that its tick is gone"),
    part: z.enum(["identification", "supplies", "corrections"]),
    section: z.enum(SECTIONS).nullable(),
    cells: z.array(
      z.strictObject({
        field: z.enum(FIELDS),
        text: Text.nullable().describe("Text to type in; null where the service does not store it"),
      }),
    ),
    ticked: z.boolean(),
  })
  .meta({ id: "EntrySheetLine" });

const SheetControl = z
  .strictObject({
    control: z.enum(["section", "supplies", "corrections", "balance", "total_due"]),
    section: z.enum(SECTIONS).nullable(),
    member_state: State.nullable(),
    taxable_amount_minor: Minor.nullable(),
    vat_amount_minor: Minor,
    taxable_amount: Text.nullable(),
    vat_amount: Text,
  })
  .meta({ id: "EntrySheetControl" });

/** The return of a period as lines to type into the portal of a Member State. */
export const EntrySheet = z
  .strictObject({
    scheme_type: SchemeType,
    period_key: PeriodKey,
    registration_id: z.int(),
    member_state_identification: State,
    status: z.enum(["open", "locked", "filed"]),
    currency: KnownCurrency,
    decimal_sign: z.enum([",", "."]),
    is_decimal_sign_known: z
      .boolean()
      .describe(
        "False if no source shows the decimal sign of this portal, so that the common one is used",
      ),
    form: z
      .literal("common_form")
      .describe(
        "Form whose order the lines follow: Annex III of Implementing Regulation (EU) 2020/194",
      ),
    column: z.enum(["B", "C", "D"]).describe("The column of Annex III: non-Union, Union, import"),
    ...recountField,
    signers: Signers.describe("Names of the persons who prepared and locked the return"),
    is_nil: z.boolean(),
    lines: z.array(SheetLine),
    ticked_count: z.int(),
    controls: z.array(SheetControl).describe("Totals to compare with those that the portal shows"),
    words: z
      .array(z.strictObject({ field: z.enum(FIELDS), en: z.string(), de: z.string() }))
      .describe("The names of the fields; they are not the wording of Annex III"),
  })
  .meta({ id: "EntrySheet" });
export type EntrySheet = z.output<typeof EntrySheet>;

/** Body of POST /v1/returns/{scheme}/{period}/entry-sheet/ticks. */
export const SheetTicks = z
  .strictObject({
    line_ids: z
      .array(z.string().regex(/^[0-9a-f]{20}$/, "must be the line_id of a line of the sheet"))
      .min(1)
      .max(500)
      .describe("Lines of the sheet"),
    ticked: z.boolean().describe("False takes the ticks away"),
  })
  .meta({ id: "EntrySheetTicks" });
