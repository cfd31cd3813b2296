import { statesOf } from "../compute/by-state.ts";
import type { Covered } from "../compute/compute.ts";
import type { Return, StatePart } from "../schema.ts";
import { majorBalance, majorCorrection, majorRow, majorTotals } from "./major-units.ts";
import { type Making, manifestOf } from "./manifest.ts";
import type { BreakdownPackage, SummaryPackage } from "./schema.ts";

/** The summary as an export: the return's own rows, in major units. */
export const summaryPackage = (drawn: Covered, making: Making): SummaryPackage => ({
  manifest: manifestOf(`${drawn.period.kind}ly_summary_preview`, drawn, making),
  report: summaryReport(drawn.report),
});

/** The country breakdown as an export. */
export const breakdownPackage = (drawn: Covered, making: Making): BreakdownPackage => ({
  manifest: manifestOf("country_vat_breakdown_preview", drawn, making),
  report: breakdownReport(drawn.report),
});

export function summaryReport(report: Return): SummaryPackage["report"] {
  const { return_currency } = report;
  return {
    totals: majorTotals(report.totals, return_currency),
    rows: report.rows.map((row) => majorRow(row, return_currency)),
    corrections: report.corrections.map((row) => majorCorrection(row, return_currency)),
    balances: report.balances.map((balance) => majorBalance(balance, return_currency)),
    exchange_rates: report.exchange_rates,
  };
}

export function breakdownReport(report: Return): BreakdownPackage["report"] {
  const { return_currency } = report;
  return {
    totals: majorTotals(report.totals, return_currency),
    countries: statesOf(report).map((one) => country(one, return_currency)),
    exchange_rates: report.exchange_rates,
  };
}

const country = (one: StatePart, currency: string) => ({
  member_state_of_consumption: one.member_state_of_consumption,
  totals: majorTotals(one.totals, currency),
  rows: one.rows.map((row) => majorRow(row, currency)),
  corrections: one.corrections.map((row) => majorCorrection(row, currency)),
  balance: majorBalance(one.balance, currency),
});
