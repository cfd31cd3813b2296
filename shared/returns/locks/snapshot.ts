import { fingerprintOf } from "../../core/hash.ts";
import { LOCK_ITEM } from "../../platform/table/period-items.ts";
import type { PeriodRates } from "../../vat/exchange-rates/period-rates.ts";
import { daysInForce } from "../../vat/seller/in-force.ts";
import { statesOf } from "../compute/by-state.ts";
import type { Covered } from "../compute/compute.ts";
import { filingStateOf } from "../compute/status.ts";
import type { Return, UsedRate } from "../schema.ts";
import type { CountryAmounts, LockedExport, NewLock } from "./locked-period.ts";

/** The data that a lock request adds to its return. */
type LockFacts = {
  /** The stored files. */
  readonly exports: readonly LockedExport[];
  readonly changes_seen: number;
  /** SHA-256 of frozenContent of the return. */
  readonly content_sha256: string;
  readonly lock_id: string;
  readonly locked_at: string;
  /** Id of the API key or person. */
  readonly locked_by: string;
  /** The author of another person's mark on these figures, if the account requires one. */
  readonly prepared_by?: string;
};

/** Builds the snapshot of a period. All later views come from this stored return. */
export function newLock(drawn: Covered, { exports, ...facts }: LockFacts): NewLock {
  const { report, period, input, registration } = drawn;
  return {
    schema_version: LOCK_ITEM.version,
    scheme_type: report.scheme_type,
    period_key: report.period_key,
    registration_id: registration.id,
    ...facts,
    member_state_identification: report.member_state_identification,
    return_currency: report.return_currency,
    filing_due_date: period.filingDueDate,
    ...filingStateOf(drawn),
    total_source_event_count: report.total_source_event_count,
    included_source_event_count: report.included_source_event_count,
    excluded_source_event_count: report.excluded_source_event_count,
    warning_count: report.warnings.reduce((sum, { count }) => sum + count, 0),
    warnings: report.warnings,
    jurisdiction_count: report.balances.length,
    totals: report.totals,
    countries: countryAmounts(report),
    rows: report.rows,
    corrections: report.corrections,
    late_changes: report.late_changes,
    days_in_force: daysInForce(input.registrations, report.scheme_type, period.lastDay),
    exchange_rates: ratesOnRecord(report, input.rates.get(report.period_key)),
    exports: [...exports],
  };
}

/** Returns the amounts of each Member State of consumption, sorted by code. */
export const countryAmounts = (report: Return): CountryAmounts[] =>
  statesOf(report).map(({ totals, balance }) => ({
    member_state_of_consumption: balance.member_state_of_consumption,
    taxable_minor: totals.taxable_minor,
    current_vat_minor: balance.current_vat_minor,
    correction_vat_minor: balance.correction_vat_minor,
    payable_vat_minor: balance.payable_vat_minor,
  }));

/**
 * Returns the rates to record: all rates of the period, because a correction years later may be in another currency,
 * and the used rates of other periods.
 */
function ratesOnRecord(report: Return, rates: PeriodRates | undefined): UsedRate[] {
  const period = report.period_key;
  const own = [...(rates?.quotes ?? [])]
    .map(([currency, { rate, date }]) => ({ currency, rate, date, period }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
  return [...own, ...report.exchange_rates.filter((used) => used.period !== period)];
}

/**
 * Returns everything that a return declares and excludes, each row as a list. Two returns with equal content declare
 * the same. Field names are left out, so that contents stay comparable for ten years.
 */
export const frozenContent = (report: Return): unknown => [
  report.scheme_type,
  report.member_state_identification,
  report.return_currency,
  report.rows.map((row) => [
    row.section,
    row.member_state_of_consumption,
    row.supply_kind,
    row.from_member_state,
    row.rate_category,
    row.vat_rate_bps,
    row.taxable_amount_minor,
    row.vat_amount_minor,
    row.event_count,
  ]),
  report.corrections.map((row) => [
    row.original_period,
    row.member_state_of_consumption,
    row.taxable_amount_minor,
    row.vat_amount_minor,
    row.event_count,
  ]),
  report.warnings.map(({ code, count }) => [code, count]),
  [report.total_source_event_count, report.included_source_event_count],
];

/** Returns the SHA-256 of the content that a return declares. */
export const contentSha256 = (report: Return): string => fingerprintOf(frozenContent(report));
