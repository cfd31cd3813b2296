import { type Country, countryBreakdown } from "../returns/country-breakdown.ts";
import type { UnionPreview } from "../returns/preview.ts";
import { majorBalance, majorCorrection, majorRow, majorTotals } from "./major-units.ts";
import { manifestOf } from "./manifest.ts";
import type { BreakdownPackage, SummaryPackage } from "./schema.ts";

/** The quarterly summary as an export: the preview's own rows, in major units. */
export const summaryPackage = (preview: UnionPreview, generatedAt: string): SummaryPackage => ({
  manifest: manifestOf("union_oss_quarterly_summary_preview", preview, generatedAt),
  report: summaryReport(preview),
});

/** The country breakdown as an export. */
export const breakdownPackage = (preview: UnionPreview, generatedAt: string): BreakdownPackage => ({
  manifest: manifestOf("union_oss_country_vat_breakdown_preview", preview, generatedAt),
  report: breakdownReport(preview),
});

export function summaryReport(preview: UnionPreview): SummaryPackage["report"] {
  const { return_currency } = preview;
  return {
    totals: majorTotals(preview.totals, return_currency),
    rows: preview.rows.map((row) => majorRow(row, return_currency)),
    corrections: preview.corrections.map((row) => majorCorrection(row, return_currency)),
    balances: preview.balances.map((balance) => majorBalance(balance, return_currency)),
    exchange_rates: preview.exchange_rates,
  };
}

export function breakdownReport(preview: UnionPreview): BreakdownPackage["report"] {
  const { return_currency } = preview;
  return {
    totals: majorTotals(preview.totals, return_currency),
    countries: countryBreakdown(preview).countries.map((one) => country(one, return_currency)),
    exchange_rates: preview.exchange_rates,
  };
}

const country = (one: Country, currency: string) => ({
  member_state_of_consumption: one.member_state_of_consumption,
  totals: majorTotals(one.totals, currency),
  rows: one.rows.map((row) => majorRow(row, currency)),
  corrections: one.corrections.map((row) => majorCorrection(row, currency)),
  balance: majorBalance(one.balance, currency),
});
