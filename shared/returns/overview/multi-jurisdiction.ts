import type { IsoDate, Period } from "../../core/calendar/dates.ts";
import type { RecountPending } from "../../ledger/recount/recount-view.ts";
import { WARNING_CODES } from "../../vat/schemes/warnings.ts";
import { type ComputedReturn, type Covered, countsByState, statesOf } from "../compute/compute.ts";
import { type ComputedPeriod, lockOfPreview, wholeReturn } from "../locks/return-view.ts";
import type { StatePart } from "../schema.ts";
import { monthReturn, monthRow } from "./month-return.ts";
import { officialBasis } from "./official-basis.ts";
import { quarterReadiness } from "./quarter-readiness.ts";
import type {
  ImportMonth,
  ImportMonthSummary,
  ImportQuarter,
  ImportQuarterSummary,
  MonthsPart,
  MultiJurisdiction,
  QuarterExposure,
  QuarterPart,
  QuarterReadiness,
} from "./schema.ts";

type MonthPart = MonthsPart["months"][number];

/** Returns the part of each Member State in the quarterly return, by section, as in the country breakdown. */
function quarterParts(computed: ComputedReturn): Map<string, QuarterPart> {
  if (computed.status !== "covered") return new Map();
  const counts = countsByState(computed.sorted);
  return new Map(
    statesOf(computed.report).map((state) => [
      state.member_state_of_consumption,
      {
        totals: state.totals,
        sections: sectionsOf(state),
        corrections: state.corrections,
        balance: state.balance,
        included_source_event_count: counts.get(state.member_state_of_consumption) ?? 0,
      },
    ]),
  );
}

const sectionsOf = ({ rows }: StatePart): QuarterPart["sections"] =>
  [...Map.groupBy(rows, (row) => row.section)].map(([section, own]) => ({
    section,
    taxable_minor: own.reduce((sum, row) => sum + row.taxable_amount_minor, 0),
    vat_minor: own.reduce((sum, row) => sum + row.vat_amount_minor, 0),
    event_count: own.reduce((sum, row) => sum + row.event_count, 0),
    rows: own,
  }));

/** Returns the part of each Member State in the monthly returns. */
function monthParts(months: readonly ComputedReturn[]): Map<string, MonthsPart> {
  const parts = months.flatMap((computed) =>
    computed.status === "covered" ? partsOf(computed) : [],
  );
  const states = Map.groupBy(parts, ({ balance }) => balance.member_state_of_consumption);
  return new Map([...states].map(([state, own]) => [state, sumOfMonths(own)]));
}

function partsOf({ report, sorted, period }: Covered): MonthPart[] {
  const counts = countsByState(sorted);
  return statesOf(report).map(
    ({ member_state_of_consumption, totals, rows, corrections, balance }) => ({
      period_key: period.key,
      return_currency: report.return_currency,
      totals,
      rows: rows.map(monthRow),
      corrections,
      balance,
      included_source_event_count: counts.get(member_state_of_consumption) ?? 0,
    }),
  );
}

function sumOfMonths(months: MonthPart[]): MonthsPart {
  const [currency, ...others] = new Set(months.map((part) => part.return_currency));
  const sum = (amount: (part: MonthPart) => number) =>
    months.reduce((total, part) => total + amount(part), 0);
  const totals = {
    taxable_minor: sum((part) => part.totals.taxable_minor),
    current_vat_minor: sum((part) => part.totals.current_vat_minor),
    correction_vat_minor: sum((part) => part.totals.correction_vat_minor),
    payable_vat_minor: sum((part) => part.totals.payable_vat_minor),
  };
  const isSingle = currency !== undefined && others.length === 0;
  return {
    return_currency: isSingle ? currency : null,
    totals: isSingle ? totals : null,
    included_source_event_count: sum((part) => part.included_source_event_count),
    months,
  };
}

/** The month statuses, most urgent first; the most urgent month gives the status of the quarter. */
const BY_URGENCY: readonly ImportMonth["status"][] = [
  "registration_conflict",
  "review_required",
  "open",
  "ready",
  "nil_return_candidate",
  "not_registered",
];

/** Combines the months of a quarter. A monthly scheme has no return of a quarter. */
export const quarterOfMonths = (months: ImportMonth[]): ImportQuarter => ({
  status:
    BY_URGENCY.find((urgency) => months.some(({ status }) => status === urgency)) ??
    "not_registered",
  ...totalsOf(months),
  warnings: warningsOf(months),
  total_source_event_count: sum(months, (month) => month.total_source_event_count),
  included_source_event_count: sum(months, (month) => month.included_source_event_count),
  excluded_source_event_count: sum(months, (month) => month.excluded_source_event_count),
  months,
});

/** Returns the totals of the months. Each month is paid separately: a refund of one month lowers no other total. */
function totalsOf(months: readonly ImportMonth[]) {
  const totals = months.flatMap((month) => (month.totals ? [month.totals] : []));
  const [return_currency, ...others] = new Set(
    months.flatMap((month) => (month.return_currency ? [month.return_currency] : [])),
  );
  if (!return_currency || others.length > 0) return { return_currency: null, totals: null };
  return {
    return_currency,
    totals: {
      taxable_minor: sum(totals, (total) => total.taxable_minor),
      current_vat_minor: sum(totals, (total) => total.current_vat_minor),
      correction_vat_minor: sum(totals, (total) => total.correction_vat_minor),
      payable_vat_minor: sum(totals, (total) => total.payable_vat_minor),
    },
  };
}

function warningsOf(months: readonly ImportMonth[]): ImportQuarter["warnings"] {
  const warnings = months.flatMap((month) => month.warnings);
  return WARNING_CODES.map((code) => ({
    code,
    count: sum(
      warnings.filter((warning) => warning.code === code),
      ({ count }) => count,
    ),
  })).filter(({ count }) => count > 0);
}

const sum = <Item>(items: readonly Item[], amount: (item: Item) => number): number =>
  items.reduce((total, item) => total + amount(item), 0);

/** Returns the quarter without the rows of its monthly returns. */
export const withoutLines = (quarter: ImportQuarter): ImportQuarterSummary => ({
  ...quarter,
  months: quarter.months.map(monthSummary),
});

function monthSummary(month: ImportMonth): ImportMonthSummary {
  const { rows, corrections, balances, exchange_rates, checks, ...rest } = month;
  const { open_questions, open_question_count, ...shown } = rest;
  const { late_changes, negative_row_count, corrections_below_zero, ...summary } = shown;
  return summary;
}

export type MultiJurisdictionInput = {
  readonly quarter: Period;
  readonly union: ComputedPeriod;
  readonly months: readonly ComputedPeriod[];
  readonly recount_pending: RecountPending | null;
};

/** Returns the amounts due by Member State of consumption, for both schemes in a quarter. */
export function multiJurisdiction(
  { quarter, union, months, recount_pending }: MultiJurisdictionInput,
  today: IsoDate,
): MultiJurisdiction {
  const readiness = quarterReadiness(union.computed, today, union.compared !== undefined);
  return {
    report_kind: "oss_ioss_multi_jurisdiction_preview",
    period_key: quarter.key,
    recount_pending,
    union_oss: exposureOf(quarter, readiness),
    ioss: withoutLines(quarterOfMonths(months.map((month) => monthReturn(month, today)))),
    jurisdictions: jurisdictionsOf(
      union.computed,
      months.map(({ computed }) => computed),
    ),
    warnings: readiness.warnings,
    lock: lockOfPreview(union.compared, wholeReturn),
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
    submission_assumption: readiness.submission_assumption,
    exchange_rates: readiness.exchange_rates,
    total_source_event_count: readiness.total_source_event_count,
    included_source_event_count: readiness.included_source_event_count,
    excluded_source_event_count: readiness.excluded_source_event_count,
  };
}

function jurisdictionsOf(
  computed: ComputedReturn,
  months: readonly ComputedReturn[],
): MultiJurisdiction["jurisdictions"] {
  const ofQuarter = quarterParts(computed);
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
