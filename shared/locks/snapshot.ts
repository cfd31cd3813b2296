import type { Quarter } from "../calendar/quarter.ts";
import type { PeriodRates } from "../exchange-rates/period-rates.ts";
import { countryBreakdown } from "../returns/country-breakdown.ts";
import { filingStateOf } from "../returns/filing-state.ts";
import type { UnionPreview } from "../returns/preview.ts";
import type { UsedRate } from "../returns/used-rates.ts";
import type { CountryAmounts, LockDraft, LockedExport } from "./locked-period.ts";

/** What is frozen, and what the request that freezes it adds. */
export type Freezing = {
  readonly preview: UnionPreview;
  readonly quarter: Quarter;
  /** The rates that the preview was drawn with. */
  readonly rates: ReadonlyMap<string, PeriodRates>;
  /** The stored files. */
  readonly exports: readonly LockedExport[];
  /** SHA-256 of frozenContent(preview). */
  readonly content_sha256: string;
  readonly lock_id: string;
  readonly locked_at: string;
  /** Id of the API key. */
  readonly locked_by: string;
};

/** The snapshot of a quarter: all that is shown of it later, from the very preview that was stored. */
export function lockDraft({ preview, quarter, rates, exports, ...rest }: Freezing): LockDraft {
  return {
    schema_version: 1,
    period_key: quarter.key,
    ...rest,
    member_state_identification: preview.member_state_identification,
    return_currency: preview.return_currency,
    filing_due_date: quarter.filingDueDate,
    ...filingStateOf(preview),
    total_source_event_count: preview.total_source_event_count,
    included_source_event_count: preview.included_source_event_count,
    excluded_source_event_count: preview.excluded_source_event_count,
    warning_count: preview.warnings.reduce((sum, { count }) => sum + count, 0),
    warnings: preview.warnings,
    jurisdiction_count: preview.balances.length,
    totals: preview.totals,
    countries: countryAmounts(preview),
    exchange_rates: ratesOnRecord(preview, rates.get(quarter.key)) as LockDraft["exchange_rates"],
    exports: [...exports],
  };
}

/** The amounts of each Member State of consumption, by code. */
export const countryAmounts = (preview: UnionPreview): CountryAmounts[] =>
  countryBreakdown(preview).countries.map(({ totals, balance }) => ({
    member_state_of_consumption: balance.member_state_of_consumption,
    taxable_minor: totals.taxable_minor,
    current_vat_minor: balance.current_vat_minor,
    correction_vat_minor: balance.correction_vat_minor,
    payable_vat_minor: balance.payable_vat_minor,
  }));

/**
 * All rates of the quarter, not only those its own supplies needed: a correction that comes years
 * later may be in another currency. Of other quarters, those that were used.
 */
function ratesOnRecord(preview: UnionPreview, rates: PeriodRates | undefined): UsedRate[] {
  const period = preview.period_key;
  const own = [...(rates?.quotes ?? [])]
    .map(([currency, { rate, date }]) => ({ currency, rate, date, period }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
  return [...own, ...preview.exchange_rates.filter((used) => used.period !== period)];
}

/**
 * Everything a return declares and leaves out, each row as a list: two previews with equal content
 * declare the same. Names of fields are no part of it, so that it can be compared for ten years.
 */
export const frozenContent = (preview: UnionPreview): unknown => [
  preview.member_state_identification,
  preview.return_currency,
  preview.rows.map((row) => [
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
  preview.corrections.map((row) => [
    row.original_period,
    row.member_state_of_consumption,
    row.taxable_amount_minor,
    row.vat_amount_minor,
    row.event_count,
  ]),
  preview.warnings.map(({ code, count }) => [code, count]),
  [preview.total_source_event_count, preview.included_source_event_count],
];
