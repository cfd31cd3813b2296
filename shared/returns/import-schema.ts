import * as z from "zod";
import { IsoDate } from "../calendar/schema.ts";
import { IMPORT_WARNING_CODES } from "../schemes/import-warnings.ts";
import { MONTH_STATUSES } from "./month-status.ts";
import { Balance, Totals } from "./schema.ts";

const Count = z.int().min(0);
const Minor = z.int().describe("Minor units of the return currency");
const State = z.string().describe("Member State code; EL for Greece, XI for Northern Ireland");

export const MonthKey = z
  .string()
  .regex(/^\d{4}-\d\d$/)
  .meta({ description: "A month, YYYY-MM" });

export const CheckCount = z
  .strictObject({ code: z.string(), count: Count })
  .meta({ id: "CheckCount", description: "A finding that warns and excludes nothing" });

const Warning = z
  .strictObject({ code: z.enum(IMPORT_WARNING_CODES), count: Count })
  .meta({ id: "ImportWarning" });

export const ImportRow = z
  .strictObject({
    member_state_of_consumption: State,
    rate_category: z.string(),
    vat_rate_bps: z.int(),
    taxable_amount_minor: Minor,
    vat_amount_minor: Minor,
    event_count: Count,
  })
  .meta({ id: "ImportReturnRow" });

export const ImportCorrection = z
  .strictObject({
    original_period: MonthKey,
    member_state_of_consumption: State,
    taxable_amount_minor: Minor,
    vat_amount_minor: Minor,
    event_count: Count,
  })
  .meta({ id: "ImportCorrectionRow" });

const UsedRate = z
  .strictObject({ currency: z.string(), rate: z.string(), date: IsoDate, period: MonthKey })
  .meta({ id: "ImportExchangeRate", description: "Units of the currency per euro, as published" });

const counts = {
  total_source_event_count: Count.describe("Committed events of imported goods"),
  included_source_event_count: Count,
  excluded_source_event_count: Count,
};

const Uncovered = "Null where no registration, or more than one, makes a return";

/** What both workspaces show of a month. */
const summary = {
  period_key: MonthKey,
  status: z.enum(MONTH_STATUSES),
  status_detail: z.string(),
  period_ended: z.boolean(),
  filing_due_date: IsoDate,
  registration_id: z.int().nullable(),
  member_state_identification: State.nullable(),
  return_currency: z.string().nullable(),
  covered_from: IsoDate.nullable().describe("The first day of the month under the registration"),
  covered_to: IsoDate.nullable().describe("The last day of the month under the registration"),
  totals: Totals.nullable().describe(Uncovered),
  warnings: z.array(Warning),
  ...counts,
};

export const ImportMonthSummary = z.strictObject(summary).meta({ id: "ImportMonthSummary" });
export type ImportMonthSummary = z.output<typeof ImportMonthSummary>;

export const ImportMonth = z
  .strictObject({
    ...summary,
    rows: z.array(ImportRow),
    corrections: z.array(ImportCorrection),
    balances: z.array(Balance),
    exchange_rates: z.array(UsedRate),
    checks: z.array(CheckCount),
    negative_row_count: Count.describe("Rows below zero, which no portal takes"),
  })
  .meta({ id: "ImportMonth" });
export type ImportMonth = z.output<typeof ImportMonth>;

/** The three months of a quarter, taken together. */
const quarter = {
  status: z.enum(MONTH_STATUSES).describe("Of the month that asks for most"),
  return_currency: z.string().nullable(),
  totals: Totals.nullable().describe(
    "Sum of the months with a return; null without any, or when they are in several currencies",
  ),
  warnings: z.array(Warning),
  ...counts,
};

export const ImportQuarter = z
  .strictObject({ ...quarter, months: z.array(ImportMonth) })
  .meta({ id: "ImportQuarter" });
export type ImportQuarter = z.output<typeof ImportQuarter>;

export const ImportQuarterSummary = z
  .strictObject({ ...quarter, months: z.array(ImportMonthSummary) })
  .meta({ id: "ImportQuarterSummary" });
export type ImportQuarterSummary = z.output<typeof ImportQuarterSummary>;
