import type { PeriodKey } from "../../core/ids.ts";
import { type Currency, jsonInteger } from "../../core/money/money.ts";
import { checkKey, type RunningSum, type SumLine } from "../../ledger/sums/sum.ts";
import type { PeriodRates } from "../../vat/exchange-rates/period-rates.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { CHECK_CODES, severityOf } from "../../vat/schemes/warnings.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type {
  Balance,
  BelowZero,
  CheckCount,
  CorrectionRow,
  CountryBreakdown,
  LateChange,
  OpenImportRows,
  Return,
  ReturnRow,
  StatePart,
  Totals,
  UsedRate,
  Warning,
} from "../schema.ts";
import {
  type AssignedSums,
  assignSums,
  type CorrectionSum,
  type LineSum,
  type ReturnRules,
} from "./assign-sums.ts";
import { convertedRow, rateOf } from "./conversion.ts";
import { returnCurrencyOf, type Uncovered } from "./coverage.ts";
import { withLateChanges } from "./late-changes.ts";

/** The amounts of a row or a correction that a balance needs. */
type StateAmounts = {
  readonly member_state_of_consumption: string;
  readonly taxable_amount_minor: number;
  readonly vat_amount_minor: number;
};

/** Returns one balance per Member State of consumption with a row or a correction, sorted by code. */
export function balancesOf(
  rows: readonly StateAmounts[],
  corrections: readonly StateAmounts[],
): Balance[] {
  const states = new Set([...rows, ...corrections].map((row) => row.member_state_of_consumption));
  return [...states].sort().map((state) => balanceOf(state, rows, corrections));
}

function balanceOf(
  member_state_of_consumption: string,
  rows: readonly StateAmounts[],
  corrections: readonly StateAmounts[],
): Balance {
  const ofState = (row: StateAmounts) =>
    row.member_state_of_consumption === member_state_of_consumption;
  const current_vat_minor = sum(rows.filter(ofState).map((row) => row.vat_amount_minor));
  const correction_vat_minor = sum(corrections.filter(ofState).map((row) => row.vat_amount_minor));
  const payable_vat_minor = current_vat_minor + correction_vat_minor;
  return {
    member_state_of_consumption,
    current_vat_minor,
    correction_vat_minor,
    payable_vat_minor,
    included_in_grand_total: payable_vat_minor > 0,
  };
}

/** Returns the totals of a return, or of the part of one Member State. */
export const totalsOf = (rows: readonly StateAmounts[], balances: readonly Balance[]): Totals => ({
  taxable_minor: sum(rows.map((row) => row.taxable_amount_minor)),
  current_vat_minor: sum(balances.map((balance) => balance.current_vat_minor)),
  correction_vat_minor: sum(balances.map((balance) => balance.correction_vat_minor)),
  payable_vat_minor: sum(
    balances
      .filter((balance) => balance.included_in_grand_total)
      .map((balance) => balance.payable_vat_minor),
  ),
});

const sum = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0);

/** Counts the events with each check in a period, by code. */
export function checkCounts(sums: readonly RunningSum[]): CheckCount[] {
  const counts = new Map(sums.map(({ key, amounts }) => [key, amounts["event_count"] ?? 0n]));
  return CHECK_CODES.map((code) => ({
    code,
    severity: severityOf(code),
    count: jsonInteger(counts.get(checkKey(code)) ?? 0n),
  }))
    .filter(({ count }) => count !== 0)
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

/**
 * Returns one entry per corrected period and Member State of consumption (Art. 369g(4), 369t(2)), in no order. An entry is
 * converted with the rates of its own period, because it corrects an amount declared then.
 */
export function correctionRows(
  sums: readonly CorrectionSum[],
  rates: ReadonlyMap<string, PeriodRates>,
  returnCurrency: Currency,
): CorrectionRow[] {
  const groups = Map.groupBy(sums, (sum) => `${sum.original_period} ${sum.consumption_country}`);
  return [...groups.values()].map((group) => {
    const { original_period, consumption_country } = group[0] as CorrectionSum;
    return {
      original_period,
      member_state_of_consumption: consumption_country,
      ...convertedRow(group, rates.get(original_period), returnCurrency),
    };
  });
}

/** The data that turns sums into rows. */
type RowRules = {
  readonly scheme: Scheme;
  readonly member_state_identification: string;
  readonly rates: PeriodRates | undefined;
  readonly return_currency: Currency;
};

/** Returns the rows of the return, in the order of its sections; a row with a net amount of zero is left out. */
function returnRows(lines: readonly LineSum[], rules: RowRules): ReturnRow[] {
  const keyed = lines.map((line) => ({ line, row: rowKeyOf(line, rules) }));
  const groups = Map.groupBy(keyed, ({ row }) => Object.values(row).join("|"));
  return [...groups.values()]
    .map((group) => {
      const { row } = group[0] as (typeof keyed)[number];
      const sums = group.map(({ line }) => line);
      return { ...row, ...convertedRow(sums, rules.rates, rules.return_currency) };
    })
    .filter((row) => row.taxable_amount_minor !== 0 || row.vat_amount_minor !== 0)
    .map((row) => ({ row, place: placeOf(row) }))
    .sort((a, b) => compare(a.place, b.place) || b.row.vat_rate_bps - a.row.vat_rate_bps)
    .map(({ row }) => row);
}

export function rowKeyOf(
  line: SumLine,
  { scheme, member_state_identification }: Pick<RowRules, "scheme" | "member_state_identification">,
) {
  const { section, from_member_state } = scheme.sectionOf(line, member_state_identification);
  return {
    section,
    member_state_of_consumption: line.consumption_country,
    supply_kind: line.supply_kind,
    from_member_state,
    rate_category: line.rate_category,
    vat_rate_bps: line.vat_rate_bps,
  };
}

/** Returns a text that sorts rows by their places in the return, but for their rates. */
const placeOf = (row: ReturnRow): string =>
  [
    row.section ?? "",
    row.member_state_of_consumption,
    row.from_member_state ?? "",
    row.supply_kind,
    row.rate_category === "standard" ? "0" : "1",
  ].join(" ");

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

type Converted = {
  readonly lines: readonly { readonly currency: Currency }[];
  readonly corrections: readonly {
    readonly original_period: PeriodKey;
    readonly currency: Currency;
  }[];
};

/** Returns every rate used in the return; corrections use the rates of their own periods. */
function usedRates(
  { lines, corrections }: Converted,
  period: PeriodKey,
  rates: ReadonlyMap<string, PeriodRates>,
  returnCurrency: Currency,
): UsedRate[] {
  const converted = [
    ...lines.map(({ currency }) => ({ period, currency })),
    ...corrections.map(({ original_period, currency }) => ({ period: original_period, currency })),
  ].filter(({ currency }) => currency !== returnCurrency);
  const needed = converted.flatMap((quote) => [quote, { ...quote, currency: returnCurrency }]);
  const distinct = new Map(needed.map((quote) => [`${quote.period} ${quote.currency}`, quote]));
  return [...distinct]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, one]) => rateOf(one.period, one.currency, rates));
}

/** The complete input of the return of a period; events are not part of it. */
export type ReturnInput = ReturnRules & {
  readonly sums: readonly RunningSum[];
  /** Late changes of earlier, locked returns that the return declares in addition to its own corrections. */
  readonly late: readonly LateChange[];
};

type Findings = {
  readonly input: ReturnInput;
  readonly scheme: ReturnInput["scheme"];
  readonly period: ReturnInput["period"];
  /** The sums that are in the return, and the excluded sums with their codes. */
  readonly sorted: AssignedSums;
  readonly warnings: Warning[];
  readonly checks: CheckCount[];
  readonly total_source_event_count: number;
  readonly included_source_event_count: number;
  readonly excluded_source_event_count: number;
  /** Set once loaded, and only where the return has no events of its own (shared/returns/load/load-return.ts). */
  readonly unregistered?: readonly {
    readonly scheme_type: Scheme["id"];
    readonly period_key: PeriodKey;
    readonly event_count: number;
  }[];
  /** The unresolved rows of imports; undefined until they are loaded (shared/returns/load/load-findings.ts). */
  readonly open_import_rows?: readonly OpenImportRows[];
  /** The excluded amounts of the period; undefined where they are not read. */
  readonly left_out?: readonly RunningSum[];
};

/** A period with a return under one registration. */
export type Covered = Findings & {
  readonly status: "covered";
  readonly registration: Registration;
  readonly report: Return;
  /** Undefined until the earlier returns are loaded (shared/returns/load/load-findings.ts). */
  readonly corrections_below_zero?: readonly BelowZero[];
};

/** The return of a period, or the findings of a period without a single registration. */
export type ComputedReturn = Covered | (Findings & Uncovered);

/**
 * Computes the return of a period from the current ledger (Art. 369g, 369t VAT Directive). Each row is converted once
 * and rounded once. Every total adds rounded rows, so that all views of a period agree to the cent.
 */
export function computeReturn(input: ReturnInput): ComputedReturn {
  const { scheme, period, coverage, sums } = input;
  const sorted = assignSums(sums, input);
  const warnings = warningsOf(sorted, input);
  const counts = countsOf(sorted);
  const findings = {
    input,
    scheme,
    period,
    sorted,
    warnings,
    checks: checkCounts(sums),
    ...counts,
  };
  if (coverage.status !== "covered") return { ...findings, ...coverage };
  return { ...findings, ...coverage, report: reportOf(findings, coverage.registration) };
}

function reportOf(findings: Findings, { member_state_identification }: Registration): Return {
  const { scheme, period, input, sorted } = findings;
  const return_currency = returnCurrencyOf(input) as Currency;
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

const warningsOf = (
  { excluded }: AssignedSums,
  { scheme }: Pick<ReturnInput, "scheme">,
): Warning[] =>
  scheme.warning_codes
    .map((code) => ({
      code,
      count: countOf(excluded.filter((excludedSum) => excludedSum.code === code)),
    }))
    .filter(({ count }) => count > 0);

/** Counts the excluded events that may still belong in the return, by code. */
export const openExclusions = ({ sorted, scheme }: ComputedReturn): Warning[] =>
  warningsOf(
    { ...sorted, excluded: sorted.excluded.filter(({ status }) => status === "open") },
    { scheme },
  );

function countsOf({ lines, corrections, excluded }: AssignedSums) {
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

/** Returns the return by Member State of consumption, without computing any amount again. */
export function countryBreakdown(report: Return): CountryBreakdown {
  const { rows, corrections, balances, late_changes, ...common } = report;
  return { ...common, countries: statesOf(report) };
}

/** Splits a return by Member State, sorted by code. */
export const statesOf = (report: Pick<Return, "rows" | "corrections" | "balances">): StatePart[] =>
  report.balances.map((balance) => {
    const { member_state_of_consumption } = balance;
    const ofState = (row: { readonly member_state_of_consumption: string }) =>
      row.member_state_of_consumption === member_state_of_consumption;
    const rows = report.rows.filter(ofState);
    return {
      member_state_of_consumption,
      totals: totalsOf(rows, [balance]),
      rows,
      corrections: report.corrections.filter(ofState),
      balance,
    };
  });

/** Counts the events of a return by Member State, including those of rows with a net amount of zero. */
export function countsByState({ lines, corrections }: AssignedSums): Map<string, number> {
  const groups = Map.groupBy(
    [...lines, ...corrections],
    ({ consumption_country }) => consumption_country,
  );
  return new Map(
    [...groups].map(([state, sums]) => [
      state,
      jsonInteger(sums.reduce((count, sum) => count + sum.count, 0n)),
    ]),
  );
}
