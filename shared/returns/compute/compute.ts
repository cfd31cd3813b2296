import { jsonInteger } from "../../core/money/json-integer.ts";
import type { Tally } from "../../ledger/sums/sum.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { BelowZero, CheckCount, LateChange, Return, Warning } from "../schema.ts";
import { type ReturnRules, type SortedSums, sortSums } from "./assign-sums.ts";
import { balancesOf, totalsOf } from "./balances.ts";
import { checkCounts } from "./check-counts.ts";
import { correctionRows } from "./corrections.ts";
import type { Uncovered } from "./coverage.ts";
import { withLateChanges } from "./late-changes.ts";
import { returnCurrencyOf } from "./return-currency.ts";
import { returnRows } from "./rows.ts";
import { usedRates } from "./used-rates.ts";

/** Everything that the return of a period is made of; no event is among it. */
export type ReturnInput = ReturnRules & {
  readonly tallies: readonly Tally[];
  /** What the return declares of earlier, locked returns besides its own corrections. */
  readonly late: readonly LateChange[];
};

type Findings = {
  readonly input: ReturnInput;
  readonly scheme: ReturnInput["scheme"];
  readonly period: ReturnInput["period"];
  /** Which sums are in the return, and which are not and why. */
  readonly sorted: SortedSums;
  readonly warnings: Warning[];
  readonly checks: CheckCount[];
  readonly total_source_event_count: number;
  readonly included_source_event_count: number;
  readonly excluded_source_event_count: number;
};

/** A period whose return one registration makes. */
export type Covered = Findings & {
  readonly status: "covered";
  readonly registration: Registration;
  readonly report: Return;
  /** Known once the returns before this one were looked at (shared/returns/load/load-over-corrections.ts). */
  readonly corrections_below_zero?: readonly BelowZero[];
};

/** The return of a period, or, where no registration or more than one makes it, what waits for one. */
export type Drawn = Covered | (Findings & Uncovered);

/**
 * The return of a period as the ledger stands (Art. 369g, 369t VAT Directive). Each row converts
 * once and rounds once; every total adds rounded rows, so that all views of a period tie to the cent.
 */
export function drawReturn(input: ReturnInput): Drawn {
  const { scheme, period, coverage, tallies } = input;
  const sorted = sortSums(tallies, input);
  const warnings = warningsOf(sorted, input);
  const counts = countsOf(sorted);
  const findings = {
    input,
    scheme,
    period,
    sorted,
    warnings,
    checks: checkCounts(tallies),
    ...counts,
  };
  if (coverage.status !== "covered") return { ...findings, ...coverage };
  return { ...findings, ...coverage, report: reportOf(findings, coverage.registration) };
}

function reportOf(findings: Findings, { member_state_identification }: Registration): Return {
  const { scheme, period, input, sorted } = findings;
  const return_currency = returnCurrencyOf(input) as string;
  const rules = { scheme, member_state_identification, return_currency };
  const rows = returnRows(sorted.lines, { ...rules, rates: input.rates.get(period.key) });
  const linked = correctionRows(sorted.corrections, input.rates, return_currency);
  const corrections = withLateChanges(linked, input.late);
  const balances = balancesOf(rows, corrections);
  return {
    scheme_type: scheme.id,
    period_key: period.key,
    member_state_identification,
    return_currency,
    totals: totalsOf(rows, balances),
    rows,
    corrections,
    balances,
    late_changes: [...input.late],
    warnings: findings.warnings,
    exchange_rates: usedRates(sorted, period.key, input.rates, return_currency),
    total_source_event_count: findings.total_source_event_count,
    included_source_event_count: findings.included_source_event_count,
    excluded_source_event_count: findings.excluded_source_event_count,
  };
}

const warningsOf = ({ excluded }: SortedSums, { scheme }: ReturnInput): Warning[] =>
  scheme.warning_codes
    .map((code) => ({ code, count: countOf(excluded.filter((one) => one.code === code)) }))
    .filter(({ count }) => count > 0);

function countsOf({ lines, corrections, excluded }: SortedSums) {
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
