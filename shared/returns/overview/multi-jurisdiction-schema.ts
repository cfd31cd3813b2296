import * as z from "zod";
import { IsoDate, MonthKey, QuarterKey } from "../../core/calendar/schema.ts";
import { recountField } from "../../ledger/recount/recount-view.ts";
import { SECTIONS } from "../../vat/schemes/scheme.ts";
import { FILING_STATUSES } from "../compute/status.ts";
import {
  Balance,
  CorrectionRow,
  Count,
  Minor,
  ReturnRow,
  State,
  Totals,
  UsedRate,
  Warning,
} from "../schema.ts";
import { ImportQuarterSummary, ImportRow } from "./month-schema.ts";
import { RuleAnchor } from "./official-basis.ts";

const WITHOUT_REPORT = "Null where no registration, or more than one, makes a return";
const EventCount = Count.describe("Source events in the return, rows that net to nothing included");

const UnionExposure = z
  .strictObject({
    status: z.enum([...FILING_STATUSES, "registration_required", "registration_conflict"]),
    period_key: QuarterKey,
    period_ended: z.boolean(),
    filing_due_date: IsoDate,
    member_state_identification: State.nullable(),
    return_currency: z.string().nullable(),
    totals: Totals.nullable().describe(WITHOUT_REPORT),
    jurisdiction_count: Count.describe("Member States of consumption in the return"),
    exchange_rates: z.array(UsedRate),
    total_source_event_count: Count,
    included_source_event_count: Count.nullable().describe(WITHOUT_REPORT),
    excluded_source_event_count: Count.nullable().describe(WITHOUT_REPORT),
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
    return_currency: z.string().nullable(),
    totals: Totals.nullable().describe("Null when the months are in several currencies"),
    included_source_event_count: EventCount,
    months: z.array(
      z.strictObject({
        period_key: MonthKey,
        return_currency: z.string(),
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
        union_oss: UnionJurisdiction.nullable().describe("Null without Union rows"),
        ioss: ImportJurisdiction.nullable().describe("Null without import rows"),
        included_source_event_count: EventCount,
      }),
    ),
    warnings: z.array(Warning).describe("Of the Union preview; months carry their own"),
    official_basis: z.array(RuleAnchor),
  })
  .meta({ id: "MultiJurisdictionPreview" });
export type MultiJurisdiction = z.output<typeof MultiJurisdiction>;
