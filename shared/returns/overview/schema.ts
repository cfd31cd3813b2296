import * as z from "zod";
import { IsoDate, MonthKey, QuarterKey } from "../../core/calendar/schema.ts";
import { KnownCurrency } from "../../core/input/fields.ts";
import { recountField } from "../../ledger/recount/recount-view.ts";
import { SECTIONS } from "../../vat/schemes/scheme.ts";
import {
  IossThresholdCheck,
  OssThresholdCheck,
  ThresholdStatus,
} from "../../vat/threshold/schema.ts";
import { questionFields } from "../compute/open-questions.ts";
import { FILING_STATUSES } from "../compute/status.ts";
import { submissionField } from "../compute/submission.ts";
import { ReturnAnswer } from "../locks/return-view.ts";
import { LockedPeriodDetail } from "../locks/schema.ts";
import {
  Balance,
  BelowZero,
  CheckCount,
  CorrectionRow,
  Count,
  eventCounts,
  LateChange,
  Minor,
  OpenImportRows,
  ReturnRow,
  State,
  Totals,
  UnregisteredSupplies,
  UsedRate,
  Warning,
} from "../schema.ts";
import { RegistrationSnapshot } from "./month-return.ts";
import { RuleAnchor } from "./official-basis.ts";

const MONTH_STATUSES = [
  "not_registered",
  "registration_conflict",
  "nil_return_candidate",
  "open",
  "ready",
  "review_required",
] as const;

/** A row of the monthly return (Art. 369t(1) VAT Directive), without section and country of dispatch. */
export const ImportRow = ReturnRow.omit({
  section: true,
  supply_kind: true,
  from_member_state: true,
}).meta({ id: "ImportReturnRow" });
export type ImportRow = z.output<typeof ImportRow>;

const counts = {
  ...eventCounts,
  total_source_event_count: Count.describe("Number of committed events of imported goods"),
};

const WITHOUT_RETURN = "null where no registration, or more than one, makes one";

/** The fields of a month in both workspaces. */
const summary = {
  period_key: MonthKey,
  status: z.enum(MONTH_STATUSES),
  status_detail: z.string(),
  period_ended: z.boolean(),
  filing_due_date: IsoDate,
  registration_id: z.int().nullable(),
  member_state_identification: State.nullable(),
  return_currency: KnownCurrency.nullable(),
  covered_from: IsoDate.nullable().describe("The first day of the month under the registration"),
  covered_to: IsoDate.nullable().describe("The last day of the month under the registration"),
  totals: Totals.nullable().describe(`Sums of the return; ${WITHOUT_RETURN}`),
  warnings: z.array(Warning),
  ...counts,
  ...submissionField,
  lock: ReturnAnswer.shape.lock,
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
    negative_row_count: Count.describe("Number of rows below zero, which no portal accepts"),
    corrections_below_zero: z
      .array(BelowZero)
      .describe("Corrections that take more VAT back than was declared"),
    ...questionFields,
  })
  .meta({ id: "ImportMonth" });
export type ImportMonth = z.output<typeof ImportMonth>;

/** The three months of a quarter combined. */
const quarter = {
  status: z.enum(MONTH_STATUSES).describe("Status of the month that needs most work"),
  return_currency: KnownCurrency.nullable(),
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

export const QuarterReadiness = z
  .strictObject({
    status: z.enum([...FILING_STATUSES, "registration_required", "registration_conflict"]),
    status_detail: z.string(),
    nil_return_eligible: z.boolean(),
    period_ended: z.boolean(),
    filing_due_date: IsoDate,
    member_state_identification: State.nullable(),
    return_currency: KnownCurrency.nullable(),
    totals: Totals.nullable().describe(`Sums of the return; ${WITHOUT_RETURN}`),
    balances: z.array(Balance),
    jurisdiction_count: Count.describe("Member States of consumption in the return"),
    warnings: z.array(Warning),
    exchange_rates: z.array(UsedRate),
    checks: z.array(CheckCount),
    negative_row_count: Count.describe("Number of rows below zero, which no portal accepts"),
    corrections_below_zero: z
      .array(BelowZero)
      .describe("Corrections that take more VAT back than was declared"),
    ...questionFields,
    ...submissionField,
    late_changes: z.array(LateChange).describe("Changes of locked quarters in this return"),
    total_source_event_count: Count,
    included_source_event_count: Count.nullable().describe(
      `Number of events in the return; ${WITHOUT_RETURN}`,
    ),
    excluded_source_event_count: Count.nullable().describe(
      `Number of events that the return leaves out; ${WITHOUT_RETURN}`,
    ),
  })
  .meta({ id: "UnionReadiness" });
export type QuarterReadiness = z.output<typeof QuarterReadiness>;

export const FilingPrep = z
  .strictObject({
    report_kind: z.literal("oss_ioss_filing_prep_workspace"),
    period_key: QuarterKey,
    ...recountField,
    registrations: RegistrationSnapshot,
    union_oss: QuarterReadiness,
    ioss: ImportQuarter,
    supplies_without_registration: z
      .array(UnregisteredSupplies)
      .describe(
        "Supplies of all three schemes that no registration covers, in the quarter and its months",
      ),
    open_import_rows: z
      .array(OpenImportRows)
      .describe("Open rows of imports in the quarter, and those without a day"),
    return_period: LockedPeriodDetail.optional().describe(
      "The locked Union return of the quarter; absent while it is open",
    ),
    lock: ReturnAnswer.shape.lock,
    official_basis: z.array(RuleAnchor),
  })
  .meta({ id: "FilingPrepWorkspace" });
export type FilingPrep = z.output<typeof FilingPrep>;

const EventCount = Count.describe(
  "Number of source events in the return, rows that net to nothing included",
);

const UnionExposure = z
  .strictObject({
    status: z.enum([...FILING_STATUSES, "registration_required", "registration_conflict"]),
    period_key: QuarterKey,
    period_ended: z.boolean(),
    filing_due_date: IsoDate,
    member_state_identification: State.nullable(),
    return_currency: KnownCurrency.nullable(),
    totals: Totals.nullable().describe(`Sums of the return; ${WITHOUT_RETURN}`),
    jurisdiction_count: Count.describe("Member States of consumption in the return"),
    ...submissionField,
    exchange_rates: z.array(UsedRate),
    total_source_event_count: Count,
    included_source_event_count: Count.nullable().describe(
      `Number of events in the return; ${WITHOUT_RETURN}`,
    ),
    excluded_source_event_count: Count.nullable().describe(
      `Number of events that the return leaves out; ${WITHOUT_RETURN}`,
    ),
  })
  .meta({ id: "UnionExposure" });
export type QuarterExposure = z.output<typeof UnionExposure>;

const Section = z
  .strictObject({
    section: z.enum(SECTIONS).nullable(),
    taxable_minor: Minor,
    vat_minor: Minor,
    event_count: Count,
    rows: z.array(ReturnRow),
  })
  .meta({ id: "JurisdictionSection" });

const UnionJurisdiction = z
  .strictObject({
    totals: Totals,
    sections: z.array(Section),
    corrections: z.array(CorrectionRow),
    balance: Balance,
    included_source_event_count: EventCount,
  })
  .meta({ id: "UnionJurisdiction" });
export type QuarterPart = z.output<typeof UnionJurisdiction>;

const ImportJurisdiction = z
  .strictObject({
    return_currency: KnownCurrency.nullable(),
    totals: Totals.nullable().describe("Sums of the months; null if in several currencies"),
    included_source_event_count: EventCount,
    months: z.array(
      z.strictObject({
        period_key: MonthKey,
        return_currency: KnownCurrency,
        totals: Totals,
        rows: z.array(ImportRow),
        corrections: z.array(CorrectionRow),
        balance: Balance,
        included_source_event_count: EventCount,
      }),
    ),
  })
  .meta({ id: "ImportJurisdiction" });
export type MonthsPart = z.output<typeof ImportJurisdiction>;

export const MultiJurisdiction = z
  .strictObject({
    report_kind: z.literal("oss_ioss_multi_jurisdiction_preview"),
    period_key: QuarterKey,
    ...recountField,
    union_oss: UnionExposure,
    ioss: ImportQuarterSummary,
    jurisdictions: z.array(
      z.strictObject({
        member_state_of_consumption: State,
        union_oss: UnionJurisdiction.nullable().describe(
          "Union rows of the state; null without any",
        ),
        ioss: ImportJurisdiction.nullable().describe("Import rows of the state; null without any"),
        included_source_event_count: EventCount,
      }),
    ),
    warnings: z.array(Warning).describe("Warnings of the Union preview; months have their own"),
    lock: ReturnAnswer.shape.lock,
    official_basis: z.array(RuleAnchor),
  })
  .meta({ id: "MultiJurisdictionPreview" });
export type MultiJurisdiction = z.output<typeof MultiJurisdiction>;

/** The response with the threshold status of an account; a new profile may move its sums. */
export const ThresholdStatusAnswer = ThresholdStatus.extend(recountField).meta({
  id: "ThresholdStatusAnswer",
});

/** The response of a threshold check; a single consignment has no sums. */
export const ThresholdCheckAnswer = z
  .discriminatedUnion("threshold_type", [
    OssThresholdCheck.extend(recountField).meta({ id: "OssThresholdCheckAnswer" }),
    IossThresholdCheck,
  ])
  .meta({ id: "ThresholdCheck" });
