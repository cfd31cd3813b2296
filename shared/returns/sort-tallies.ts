import { type PeriodRates, quoteFor } from "../exchange-rates/period-rates.ts";
import { WARNING_CODES, type WarningCode } from "../schemes/union-warnings.ts";
import type { Tally } from "../tallies/tally.ts";
import {
  type Correction,
  parseUnionKey,
  type UnionKey,
  type UnionLine,
} from "../tallies/tally-key.ts";

/** One sum of a tax period in its own currency. */
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

export const sumOf = ({ key, amounts }: Tally): Sum => ({
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
  if (key.family === "check") return undefined;
  const period = key.family === "line" ? rules.period : key.original_period;
  const convertible = canConvert(key.currency, period, rules);
  return (
    serviceExclusion(key, rules) ?? (convertible ? undefined : "missing_exchange_rate_excluded")
  );
}

/** Of a sale and of its corrections alike: what was not declared needs no repair. */
function serviceExclusion(
  { supply_kind, consumption_country }: Pick<UnionLine, "supply_kind" | "consumption_country">,
  { member_state_identification: msi }: SortingRules,
): WarningCode | undefined {
  if (supply_kind !== "services") return undefined;
  // Services taxed in the Member State of identification go into its national return (Art. 369a(2)).
  if (consumption_country === msi) return "classification_excluded";
  // Northern Ireland takes part in the Union scheme with goods alone (Windsor Framework).
  return msi === "XI" ? "unsupported_supply_kind_excluded" : undefined;
}

function canConvert(currency: string, period: string, rules: SortingRules): boolean {
  if (currency === rules.return_currency) return true;
  const rates = rules.rates.get(period);
  if (!rates) throw new RangeError(`rates of ${period} were not loaded`);
  return [currency, rules.return_currency].every((one) => quoteFor(rates, one) !== undefined);
}
