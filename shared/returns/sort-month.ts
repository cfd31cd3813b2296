import { type Month, monthOf } from "../calendar/month.ts";
import { type PeriodRates, quoteFor } from "../exchange-rates/period-rates.ts";
import { filingCurrencyOn } from "../reference-data/member-states.ts";
import type { Registration } from "../registrations/registration.ts";
import { IMPORT_WARNING_CODES, type ImportWarningCode } from "../schemes/import-warnings.ts";
import type { Tally } from "../tallies/tally.ts";
import { type ImportKey, type ImportLine, parseImportKey } from "../tallies/tally-key.ts";
import { extentOf, importCoverage } from "./import-coverage.ts";
import { type CorrectionSum, type Sum, sumOf } from "./sort-tallies.ts";

/** What decides on a month besides its events. Registrations are all of the account. */
export type ImportRules = {
  readonly month: Month;
  readonly registrations: readonly Registration[];
  /** Rates of the month and of every month that a correction goes back to. */
  readonly rates: ReadonlyMap<string, PeriodRates>;
};

export type ImportLineSum = Sum & ImportLine;

/** Every sum of a month in exactly one list: nothing is dropped silently. */
export type SortedMonth = {
  readonly lines: readonly ImportLineSum[];
  readonly corrections: readonly CorrectionSum[];
  readonly excluded: readonly (Sum & { readonly code: ImportWarningCode })[];
};

/** Applies the rules that depend on registrations and on rates, which both may come later than events. */
export function sortMonth(tallies: readonly Tally[], rules: ImportRules): SortedMonth {
  const lines: ImportLineSum[] = [];
  const corrections: CorrectionSum[] = [];
  const excluded: (Sum & { code: ImportWarningCode })[] = [];
  for (const tally of tallies) {
    const key = parseImportKey(tally.key);
    const sum = sumOf(tally);
    if (key.family === "check" || sum.count === 0n) continue;
    const code = exclusionIn(key, rules);
    if (code) excluded.push({ ...sum, code });
    else if (key.family === "line") lines.push({ ...key, ...sum });
    else if (key.family === "correction") corrections.push({ ...key, ...sum });
  }
  return { lines, corrections, excluded };
}

/**
 * Why the month's return leaves a sum out. Coverage goes first, as the rules are published: without
 * a registration there is no return that an event could be in.
 */
export function exclusionIn(key: ImportKey, rules: ImportRules): ImportWarningCode | undefined {
  const coverage = importCoverage(rules.registrations, rules.month);
  if (coverage.status === "not_registered") return "registration_missing_excluded";
  if (coverage.status === "registration_conflict") return "registration_overlap_excluded";
  if (key.family === "excluded") return warningCode(key.code);
  if (key.family === "check") return undefined;
  const period = key.family === "line" ? rules.month.key : key.original_period;
  if (isOutside(period, rules)) return "outside_registration_window_excluded";
  return canConvert(key.currency, period, rules) ? undefined : "missing_exchange_rate_excluded";
}

function warningCode(code: string): ImportWarningCode {
  const known = IMPORT_WARNING_CODES.find((one) => one === code);
  if (!known) throw new RangeError(`no warning code of the import scheme: ${code}`);
  return known;
}

/** A month that is covered in part has been counted from its events, day by day. */
function isOutside(period: string, { registrations }: ImportRules): boolean {
  const month = monthOf(period);
  return month === undefined || extentOf(registrations, month) === "none";
}

function canConvert(currency: string, period: string, rules: ImportRules): boolean {
  const return_currency = returnCurrencyOf(rules);
  if (return_currency === undefined) return false;
  if (currency === return_currency) return true;
  const rates = rules.rates.get(period);
  return (
    rates !== undefined &&
    [currency, return_currency].every((one) => quoteFor(rates, one) !== undefined)
  );
}

/** The currency of the month's return; undefined when no registration, or more than one, makes it. */
export function returnCurrencyOf({ registrations, month }: ImportRules): string | undefined {
  const coverage = importCoverage(registrations, month);
  return coverage.status === "covered"
    ? filingCurrencyOn(coverage.registration.member_state_identification, month.lastDay)
    : undefined;
}
