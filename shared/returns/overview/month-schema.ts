import * as z from "zod";
import { IsoDate, MonthKey } from "../../core/calendar/schema.ts";
import {
  Balance,
  BelowZero,
  CheckCount,
  CorrectionRow,
  Count,
  eventCounts,
  LateChange,
  ReturnRow,
  State,
  Totals,
  UsedRate,
  Warning,
} from "../schema.ts";

const MONTH_STATUSES = [
  "not_registered",
  "registration_conflict",
  "nil_return_candidate",
  "open",
  "ready",
  "review_required",
] as const;

/** A line of the monthly return (Art. 369t(1) VAT Directive): it knows no sections and no dispatch. */
export const ImportRow = ReturnRow.omit({
  section: true,
  supply_kind: true,
  from_member_state: true,
}).meta({ id: "ImportReturnRow" });
export type ImportRow = z.output<typeof ImportRow>;

const counts = {
  ...eventCounts,
  total_source_event_count: Count.describe("Committed events of imported goods"),
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

const ImportMonthSummary = z.strictObject(summary).meta({ id: "ImportMonthSummary" });
export type ImportMonthSummary = z.output<typeof ImportMonthSummary>;

const ImportMonth = z
  .strictObject({
    ...summary,
    rows: z.array(ImportRow),
    corrections: z.array(CorrectionRow),
    balances: z.array(Balance),
    exchange_rates: z.array(UsedRate),
    checks: z.array(CheckCount),
    late_changes: z.array(LateChange),
    negative_row_count: Count.describe("Rows below zero, which no portal takes"),
    corrections_below_zero: z
      .array(BelowZero)
      .describe("Corrections that take more VAT back than was declared"),
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
