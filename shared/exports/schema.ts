import * as z from "zod";
import { IsoDate, QuarterKey, QuarterParam } from "../calendar/schema.ts";
import { FILING_STATUSES } from "../returns/filing-state.ts";
import { UsedRate, Warning } from "../returns/schema.ts";

const State = z.string().describe("Member State code; EL for Greece, XI for Northern Ireland");
const Count = z.int().min(0);
const Amount = z
  .string()
  .regex(/^-?(0|[1-9]\d*)(\.\d+)?$/)
  .describe("Major units of the return currency, such as 100.00");

export const ExportQuery = z.strictObject({
  period: QuarterParam,
  format: z.enum(["csv", "json"]),
});

export const Manifest = z
  .strictObject({
    export_kind: z.enum([
      "union_oss_quarterly_summary_preview",
      "union_oss_country_vat_breakdown_preview",
      "union_oss_accountant_report",
    ]),
    export_version: z.literal(1),
    generated_at: z.iso.datetime(),
    scheme_type: z.literal("union_oss"),
    period_key: QuarterKey,
    member_state_identification: State,
    return_currency: z.string(),
    conversion_rule: z.string(),
    scope_note: z.string(),
    source_event_counts: z.strictObject({ total: Count, included: Count, excluded: Count }),
    warnings: z.array(Warning),
  })
  .meta({ id: "ExportManifest" });
export type Manifest = z.input<typeof Manifest>;

export const MajorTotals = z
  .strictObject({
    taxable: Amount,
    current_vat: Amount,
    correction_vat: Amount,
    payable_vat: Amount.describe("Sum of the positive balances; nothing is set off"),
  })
  .meta({ id: "MajorTotals" });
export type MajorTotals = z.input<typeof MajorTotals>;

export const MajorRow = z
  .strictObject({
    section: z.enum(["2a", "2b", "2c", "2d"]),
    member_state_of_consumption: State,
    supply_kind: z.enum(["goods", "services"]),
    from_member_state: State.nullable(),
    rate_category: z.string(),
    vat_rate_pct: z.string().regex(/^\d+\.\d{2}$/),
    taxable_amount: Amount,
    vat_amount: Amount,
    event_count: Count,
  })
  .meta({ id: "MajorReturnRow" });
export type MajorRow = z.input<typeof MajorRow>;

export const MajorCorrection = z
  .strictObject({
    original_period: QuarterKey,
    member_state_of_consumption: State,
    taxable_amount: Amount,
    vat_amount: Amount,
    event_count: Count,
  })
  .meta({ id: "MajorCorrection" });
export type MajorCorrection = z.input<typeof MajorCorrection>;

export const MajorBalance = z
  .strictObject({
    member_state_of_consumption: State,
    current_vat: Amount,
    correction_vat: Amount,
    payable_vat: Amount,
    included_in_grand_total: z.boolean(),
  })
  .meta({ id: "MajorBalance" });
export type MajorBalance = z.input<typeof MajorBalance>;

export const SummaryReport = z
  .strictObject({
    totals: MajorTotals,
    rows: z.array(MajorRow),
    corrections: z.array(MajorCorrection),
    balances: z.array(MajorBalance),
    exchange_rates: z.array(UsedRate),
  })
  .meta({ id: "SummaryReport" });

export const BreakdownReport = z
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

export const SummaryPackage = z
  .strictObject({ manifest: Manifest, report: SummaryReport })
  .meta({ id: "SummaryExport" });
export type SummaryPackage = z.input<typeof SummaryPackage>;

export const BreakdownPackage = z
  .strictObject({ manifest: Manifest, report: BreakdownReport })
  .meta({ id: "BreakdownExport" });
export type BreakdownPackage = z.input<typeof BreakdownPackage>;

export const AccountantReport = z
  .strictObject({
    manifest: Manifest,
    filing_context: z.strictObject({
      filing_due_date: IsoDate,
      nil_return_eligible: z.boolean(),
      filing_state: z.enum(FILING_STATUSES),
      explanation: z.string(),
    }),
    summary: SummaryReport,
    country_breakdown: BreakdownReport,
  })
  .meta({ id: "AccountantReport" });
export type AccountantReport = z.input<typeof AccountantReport>;
