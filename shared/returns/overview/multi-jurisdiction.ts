import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";
import type { RecountPending } from "../../ledger/recount/recount-view.ts";
import type { Drawn } from "../compute/compute.ts";
import { monthParts, quarterParts } from "./jurisdiction-parts.ts";
import { monthReturn } from "./month-return.ts";
import { monthsTogether, withoutLines } from "./months-together.ts";
import type { MultiJurisdiction, QuarterExposure } from "./multi-jurisdiction-schema.ts";
import { officialBasis } from "./official-basis.ts";
import { quarterReadiness } from "./quarter-readiness.ts";
import type { QuarterReadiness } from "./schema.ts";

export type MultiJurisdictionInput = {
  readonly quarter: Period;
  readonly drawn: Drawn;
  readonly months: readonly Drawn[];
  readonly recount_pending: RecountPending | null;
};

/** What is due where: both schemes in a quarter, by Member State of consumption. */
export function multiJurisdiction(
  { quarter, drawn, months, recount_pending }: MultiJurisdictionInput,
  today: IsoDate,
): MultiJurisdiction {
  const readiness = quarterReadiness(drawn, today);
  return {
    report_kind: "oss_ioss_multi_jurisdiction_preview",
    period_key: quarter.key,
    recount_pending,
    union_oss: exposureOf(quarter, readiness),
    ioss: withoutLines(monthsTogether(months.map((month) => monthReturn(month, today)))),
    jurisdictions: jurisdictionsOf(drawn, months),
    warnings: readiness.warnings,
    official_basis: officialBasis(),
  };
}

function exposureOf({ key }: Period, readiness: QuarterReadiness): QuarterExposure {
  return {
    status: readiness.status,
    period_key: key,
    period_ended: readiness.period_ended,
    filing_due_date: readiness.filing_due_date,
    member_state_identification: readiness.member_state_identification,
    return_currency: readiness.return_currency,
    totals: readiness.totals,
    jurisdiction_count: readiness.jurisdiction_count,
    exchange_rates: readiness.exchange_rates,
    total_source_event_count: readiness.total_source_event_count,
    included_source_event_count: readiness.included_source_event_count,
    excluded_source_event_count: readiness.excluded_source_event_count,
  };
}

function jurisdictionsOf(
  drawn: Drawn,
  months: readonly Drawn[],
): MultiJurisdiction["jurisdictions"] {
  const ofQuarter = quarterParts(drawn);
  const ofMonths = monthParts(months);
  const states = [...new Set([...ofQuarter.keys(), ...ofMonths.keys()])].sort();
  return states.map((member_state_of_consumption) => {
    const union_oss = ofQuarter.get(member_state_of_consumption) ?? null;
    const ioss = ofMonths.get(member_state_of_consumption) ?? null;
    return {
      member_state_of_consumption,
      union_oss,
      ioss,
      included_source_event_count:
        (union_oss?.included_source_event_count ?? 0) + (ioss?.included_source_event_count ?? 0),
    };
  });
}
