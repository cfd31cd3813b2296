import type { IsoDate } from "../calendar/iso-date.ts";
import type { Month } from "../calendar/month.ts";
import { jsonInteger } from "../money/json-integer.ts";
import type { Registration } from "../registrations/registration.ts";
import { IMPORT_WARNING_CODES } from "../schemes/import-warnings.ts";
import { checkCounts } from "../tallies/check-counts.ts";
import type { Tally } from "../tallies/tally.ts";
import { balancesOf, totalsOf } from "./balances.ts";
import { correctionRows } from "./corrections.ts";
import { importCoverage } from "./import-coverage.ts";
import type { ImportMonth } from "./import-schema.ts";
import { importRows } from "./month-rows.ts";
import { coveredStatus, uncoveredStatus } from "./month-status.ts";
import { type ImportRules, returnCurrencyOf, type SortedMonth, sortMonth } from "./sort-month.ts";
import { usedRates } from "./used-rates.ts";

/** Everything that a month of the import scheme is made of. */
export type ImportMonthInput = ImportRules & { readonly tallies: readonly Tally[] };

/**
 * A month of the import scheme as the ledger stands (Art. 369t VAT Directive). Each row converts
 * once at the rate of the month's end and rounds once (Art. 369v); a correction takes the rate of
 * its own month. Amounts are minor units of the return currency.
 */
export function importMonth(input: ImportMonthInput, today: IsoDate): ImportMonth {
  const { month, tallies } = input;
  const sorted = sortMonth(tallies, input);
  const warnings = warningsOf(sorted);
  const counts = countsOf(sorted);
  return {
    period_key: month.key,
    ...standingOf(input, warnings, counts, today),
    period_ended: month.lastDay < today,
    filing_due_date: month.filingDueDate,
    ...returnOf(sorted, input),
    warnings,
    ...counts,
    checks: checkCounts(tallies),
  };
}

function standingOf(
  { registrations, month }: ImportMonthInput,
  warnings: ImportMonth["warnings"],
  counts: ReturnType<typeof countsOf>,
  today: IsoDate,
) {
  const coverage = importCoverage(registrations, month);
  if (coverage.status !== "covered") {
    return { ...uncoveredStatus(coverage.status, month), ...NO_REGISTRATION };
  }
  const total = counts.total_source_event_count;
  const included = counts.included_source_event_count;
  return {
    ...coveredStatus({ month, warnings, total, included }, today),
    registration_id: coverage.registration.id,
    member_state_identification: coverage.registration.member_state_identification,
    ...coveredDays(coverage.registration, month),
  };
}

const NO_REGISTRATION = {
  registration_id: null,
  member_state_identification: null,
  covered_from: null,
  covered_to: null,
};

function coveredDays({ effective_from, effective_to }: Registration, { firstDay, lastDay }: Month) {
  return {
    covered_from: effective_from > firstDay ? effective_from : firstDay,
    covered_to: effective_to !== undefined && effective_to < lastDay ? effective_to : lastDay,
  };
}

function returnOf(sorted: SortedMonth, rules: ImportMonthInput) {
  const return_currency = returnCurrencyOf(rules);
  if (return_currency === undefined) return NO_RETURN;
  const { month, rates } = rules;
  const rows = importRows(sorted.lines, rates.get(month.key), return_currency);
  const corrections = correctionRows(sorted.corrections, rates, return_currency);
  const balances = balancesOf(rows, corrections);
  const negative = rows.filter((row) => row.taxable_amount_minor < 0 || row.vat_amount_minor < 0);
  return {
    return_currency,
    totals: totalsOf(rows, balances),
    rows,
    corrections,
    balances,
    exchange_rates: usedRates(
      sorted,
      month.key,
      rates,
      return_currency,
    ) as ImportMonth["exchange_rates"],
    negative_row_count: negative.length,
  };
}

const NO_RETURN = {
  return_currency: null,
  totals: null,
  rows: [],
  corrections: [],
  balances: [],
  exchange_rates: [],
  negative_row_count: 0,
};

const warningsOf = ({ excluded }: SortedMonth): ImportMonth["warnings"] =>
  IMPORT_WARNING_CODES.map((code) => ({
    code,
    count: countOf(excluded.filter((one) => one.code === code)),
  })).filter(({ count }) => count > 0);

function countsOf({ lines, corrections, excluded }: SortedMonth) {
  const included_source_event_count = countOf([...lines, ...corrections]);
  const excluded_source_event_count = countOf(excluded);
  return {
    total_source_event_count: included_source_event_count + excluded_source_event_count,
    included_source_event_count,
    excluded_source_event_count,
  };
}

const countOf = (sums: readonly { readonly count: bigint }[]): number =>
  jsonInteger(sums.reduce((count, sum) => count + sum.count, 0n));
