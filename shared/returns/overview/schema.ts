import * as z from "zod";
import { IsoDate, QuarterKey } from "../../core/calendar/schema.ts";
import { recountField } from "../../ledger/recount/recount-view.ts";
import { FILING_STATUSES } from "../compute/status.ts";
import { LockedPeriodDetail } from "../locks/schema.ts";
import {
  Balance,
  BelowZero,
  CheckCount,
  Count,
  LateChange,
  State,
  Totals,
  UsedRate,
  Warning,
} from "../schema.ts";
import { ImportQuarter } from "./month-schema.ts";
import { RuleAnchor } from "./official-basis.ts";
import { RegistrationSnapshot } from "./registration-snapshot.ts";

const WITHOUT_REPORT = "Null where no registration, or more than one, makes a return";

export const QuarterReadiness = z
  .strictObject({
    status: z.enum([...FILING_STATUSES, "registration_required", "registration_conflict"]),
    status_detail: z.string(),
    nil_return_eligible: z.boolean(),
    period_ended: z.boolean(),
    filing_due_date: IsoDate,
    member_state_identification: State.nullable(),
    return_currency: z.string().nullable(),
    totals: Totals.nullable().describe(WITHOUT_REPORT),
    balances: z.array(Balance),
    jurisdiction_count: Count.describe("Member States of consumption in the return"),
    warnings: z.array(Warning),
    exchange_rates: z.array(UsedRate),
    checks: z.array(CheckCount),
    negative_row_count: Count.describe("Rows below zero, which no portal takes"),
    corrections_below_zero: z
      .array(BelowZero)
      .describe("Corrections that take more VAT back than was declared"),
    late_changes: z
      .array(LateChange)
      .describe("What this return declares of locked quarters that have changed since"),
    total_source_event_count: Count,
    included_source_event_count: Count.nullable().describe(WITHOUT_REPORT),
    excluded_source_event_count: Count.nullable().describe(WITHOUT_REPORT),
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
    return_period: LockedPeriodDetail.optional().describe("Where the Union quarter is locked"),
    official_basis: z.array(RuleAnchor),
  })
  .meta({ id: "FilingPrepWorkspace" });
export type FilingPrep = z.output<typeof FilingPrep>;
