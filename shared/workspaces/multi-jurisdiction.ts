import type { IsoDate } from "../calendar/iso-date.ts";
import type { Quarter } from "../calendar/quarter.ts";
import { type ImportMonthInput, importMonth } from "../returns/month-report.ts";
import { importQuarter, quarterSummary } from "../returns/quarter-report.ts";
import type { UnionReadiness } from "./filing-prep-schema.ts";
import { importJurisdictions } from "./import-jurisdictions.ts";
import type { MultiJurisdiction } from "./multi-jurisdiction-schema.ts";
import { officialBasis } from "./official-basis.ts";
import { unionJurisdictions } from "./union-jurisdictions.ts";
import type { UnionPart } from "./union-part.ts";
import { unionReadiness } from "./union-readiness.ts";

export type MultiJurisdictionInput = {
  readonly quarter: Quarter;
  readonly union: UnionPart;
  readonly months: readonly ImportMonthInput[];
};

/** What is due where: both schemes in a quarter, by Member State of consumption. */
export function multiJurisdiction(
  { quarter, union, months }: MultiJurisdictionInput,
  today: IsoDate,
): MultiJurisdiction {
  const drawn = months.map((input) => ({ input, month: importMonth(input, today) }));
  const readiness = unionReadiness(union, quarter, today, []);
  return {
    report_kind: "oss_ioss_multi_jurisdiction_preview",
    period_key: quarter.key,
    union_oss: exposureOf(quarter, readiness),
    ioss: quarterSummary(importQuarter(drawn.map(({ month }) => month))),
    jurisdictions: jurisdictionsOf(union, drawn),
    warnings: readiness.warnings,
    official_basis: officialBasis(),
  };
}

function exposureOf({ key }: Quarter, readiness: UnionReadiness): MultiJurisdiction["union_oss"] {
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
  union: UnionPart,
  months: Parameters<typeof importJurisdictions>[0],
): MultiJurisdiction["jurisdictions"] {
  const inUnion = union.status === "drawn" ? unionJurisdictions(union.report) : undefined;
  const imported = importJurisdictions(months);
  const states = [...new Set([...(inUnion?.keys() ?? []), ...imported.keys()])].sort();
  return states.map((member_state_of_consumption) => {
    const union_oss = inUnion?.get(member_state_of_consumption) ?? null;
    const ioss = imported.get(member_state_of_consumption) ?? null;
    return {
      member_state_of_consumption,
      union_oss,
      ioss,
      included_source_event_count:
        (union_oss?.included_source_event_count ?? 0) + (ioss?.included_source_event_count ?? 0),
    };
  });
}
