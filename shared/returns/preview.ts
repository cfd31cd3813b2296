import type { Quarter } from "../calendar/quarter.ts";
import type { PeriodRates } from "../exchange-rates/period-rates.ts";
import { jsonInteger } from "../money/json-integer.ts";
import { filingCurrencyOn, type MemberStateCode } from "../reference-data/member-states.ts";
import { WARNING_CODES, type WarningCode } from "../schemes/union-warnings.ts";
import type { Tally } from "../tallies/tally.ts";
import { type Balance, balancesOf, type Totals, totalsOf } from "./balances.ts";
import { type CorrectionRow, correctionRows } from "./corrections.ts";
import { type ReturnRow, returnRows } from "./return-rows.ts";
import { type Sorted, sortTallies } from "./sort-tallies.ts";
import { type UsedRate, usedRates } from "./used-rates.ts";

/** Everything that a Union return is made of; no event is among it. */
export type UnionReportInput = {
  readonly quarter: Quarter;
  /** The Member State of identification, from the eligible registration. */
  readonly member_state_identification: MemberStateCode;
  readonly tallies: readonly Tally[];
  /** Rates of the quarter and of every quarter that a correction goes back to. */
  readonly rates: ReadonlyMap<string, PeriodRates>;
};

/** The Union return of a quarter. Amounts are minor units of the return currency. */
export type UnionPreview = {
  readonly scheme_type: "union_oss";
  readonly period_key: string;
  readonly member_state_identification: string;
  readonly return_currency: string;
  readonly totals: Totals;
  readonly rows: ReturnRow[];
  readonly corrections: CorrectionRow[];
  readonly balances: Balance[];
  readonly warnings: { code: WarningCode; count: number }[];
  readonly exchange_rates: UsedRate[];
  readonly total_source_event_count: number;
  readonly included_source_event_count: number;
  readonly excluded_source_event_count: number;
};

/**
 * The Union return as the ledger stands (Art. 369g VAT Directive). Each row converts once and rounds
 * once; every total adds rounded rows, so that all views of a quarter tie to the cent.
 */
export function unionPreview(input: UnionReportInput): UnionPreview {
  const { quarter, member_state_identification, rates } = input;
  const return_currency = filingCurrencyOn(member_state_identification, quarter.lastDay);
  const sorted = sortedUnionTallies(input);
  const rows = returnRows(sorted.lines, { ...input, return_currency });
  const corrections = correctionRows(sorted.corrections, rates, return_currency);
  const balances = balancesOf(rows, corrections);
  const excluded = sum(sorted.excluded.map((one) => one.count));
  const total = excluded + sum([...sorted.lines, ...sorted.corrections].map((one) => one.count));
  return {
    scheme_type: "union_oss",
    period_key: quarter.key,
    member_state_identification,
    return_currency,
    totals: totalsOf(rows, balances),
    rows,
    corrections,
    balances,
    warnings: warningsOf(sorted),
    exchange_rates: usedRates(sorted, quarter.key, rates, return_currency),
    total_source_event_count: jsonInteger(total),
    included_source_event_count: jsonInteger(total - excluded),
    excluded_source_event_count: jsonInteger(excluded),
  };
}

/** Which sums of the quarter are in the return, and which are not and why. */
export function sortedUnionTallies(input: UnionReportInput): Sorted {
  const { quarter, member_state_identification, tallies, rates } = input;
  const return_currency = filingCurrencyOn(member_state_identification, quarter.lastDay);
  return sortTallies(tallies, {
    period: quarter.key,
    member_state_identification,
    return_currency,
    rates,
  });
}

function warningsOf({ excluded }: Sorted): UnionPreview["warnings"] {
  return WARNING_CODES.map((code) => ({
    code,
    count: jsonInteger(sum(excluded.filter((one) => one.code === code).map((one) => one.count))),
  })).filter(({ count }) => count > 0);
}

const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((a, b) => a + b, 0n);
