import { type PeriodRates, quoteFor } from "../money/period-rates.ts";
import type { Tally } from "../tallies/tally.ts";
import {
  type Correction,
  parseUnionKey,
  type UnionKey,
  type UnionLine,
} from "../tallies/tally-key.ts";
import { WARNING_CODES, type WarningCode } from "./warnings.ts";

/** One sum of a quarter in its own currency. */
export type Sum = {
  readonly key: string;
  readonly count: bigint;
  readonly taxable: bigint;
  readonly vat: bigint;
};

export type LineSum = Sum & UnionLine;
export type CorrectionSum = Sum & Correction;
export type ExcludedSum = Sum & { readonly code: WarningCode };

/** Every sum of the quarter in exactly one list: nothing is dropped silently. */
export type Sorted = {
  readonly lines: readonly LineSum[];
  readonly corrections: readonly CorrectionSum[];
  readonly excluded: readonly ExcludedSum[];
};

export type SortingRules = {
  readonly period: string;
  readonly member_state_identification: string;
  readonly return_currency: string;
  readonly rates: ReadonlyMap<string, PeriodRates>;
};

/** Applies the rules that depend on the registration and on rates, which both may come later than events. */
export function sortTallies(tallies: readonly Tally[], rules: SortingRules): Sorted {
  const lines: LineSum[] = [];
  const corrections: CorrectionSum[] = [];
  const excluded: ExcludedSum[] = [];
  for (const tally of tallies) {
    const key = parseUnionKey(tally.key);
    const sum = sumOf(tally);
    if (key.family === "check" || sum.count === 0n) continue;
    const code = exclusionOf(key, rules);
    if (code) excluded.push({ ...sum, code });
    else if (key.family === "line") lines.push({ ...key, ...sum });
    else if (key.family === "correction") corrections.push({ ...key, ...sum });
  }
  return { lines, corrections, excluded };
}

const sumOf = ({ key, amounts }: Tally): Sum => ({
  key,
  count: amounts["event_count"] ?? 0n,
  taxable: amounts["taxable_amount_minor"] ?? 0n,
  vat: amounts["vat_amount_minor"] ?? 0n,
});

function warningCode(code: string): WarningCode {
  const known = WARNING_CODES.find((one) => one === code);
  if (!known) throw new RangeError(`no warning code of the Union return: ${code}`);
  return known;
}

function exclusionOf(key: UnionKey, rules: SortingRules): WarningCode | undefined {
  if (key.family === "excluded") return warningCode(key.code);
  if (key.family === "line") return lineExclusion(key, rules);
  if (key.family === "check" || canConvert(key.currency, key.original_period, rules))
    return undefined;
  return "missing_exchange_rate_excluded";
}

function lineExclusion(line: UnionLine, rules: SortingRules): WarningCode | undefined {
  const msi = rules.member_state_identification;
  // Services taxed in the Member State of identification go into its national return (Art. 369a(2)).
  if (line.supply_kind === "services" && line.consumption_country === msi) {
    return "classification_excluded";
  }
  // Northern Ireland takes part in the Union scheme with goods alone (Windsor Framework).
  if (line.supply_kind === "services" && msi === "XI") return "unsupported_supply_kind_excluded";
  return canConvert(line.currency, rules.period, rules)
    ? undefined
    : "missing_exchange_rate_excluded";
}

function canConvert(currency: string, period: string, rules: SortingRules): boolean {
  if (currency === rules.return_currency) return true;
  const rates = rules.rates.get(period);
  if (!rates) throw new RangeError(`rates of ${period} were not loaded`);
  return [currency, rules.return_currency].every((one) => quoteFor(rates, one) !== undefined);
}
