import type { IsoDate } from "../../core/calendar/dates.ts";
import { decimalString, percentString, taxed } from "../../core/money/money.ts";
import type { RateCatalogue } from "../../vat/reference-data/vat-rates.ts";
import type { NeutralReturn, NeutralSupply } from "./neutral-return.ts";
import type { ReturnFormat } from "./return-format.ts";

/** The rules of findings that a request can accept. */
export const ACCEPTABLE_RULES = ["layout_not_confirmed", "vat_unlike_base_times_rate"] as const;
export type AcceptableRule = (typeof ACCEPTABLE_RULES)[number];

/**
 * A problem of a file, or a note about it. A refusal prevents the file, a consent prevents it until the request accepts
 * its rule, and a warning does not prevent it. None contains a number or a name of the filer.
 */
export type FileFinding = {
  readonly severity: "refusal" | "consent" | "warning";
  /** `rows.3` or `corrections.0` of the return, `filer.vat_number` of the request, `return`. */
  readonly field: string;
  /** A short name for the rule: `row_below_zero`. */
  readonly rule: string;
  readonly message: string;
};

/** Returns a list with the error, if there is one; lists of several rules can be joined. */
export const errorIf = (
  isRefused: boolean,
  field: string,
  rule: string,
  message: string,
): FileFinding[] => (isRefused ? [{ severity: "refusal", field, rule, message }] : []);

/** Returns a list with the warning, if there is one. */
export const warningIf = (
  isMeant: boolean,
  field: string,
  rule: string,
  message: string,
): FileFinding[] => (isMeant ? [{ severity: "warning", field, rule, message }] : []);

/** Returns a list with a finding that the request has to accept, if there is one. */
const consentIf = (
  isNeeded: boolean,
  field: string,
  rule: AcceptableRule,
  message: string,
): FileFinding[] => (isNeeded ? [{ severity: "consent", field, rule, message }] : []);

/** Returns the readable name of a row: `2b FR GOODS 20.00 %`. */
export const nameOfRow = (row: NeutralSupply): string =>
  [row.section, row.from, row.member_state, row.supply_type, `${percentString(row.rate_bps)} %`]
    .filter((part) => part !== null)
    .join(" ");

const fieldOf = ({ index }: { readonly index: number }, list = "rows"): string =>
  `${list}.${index}`;

/** Returns one refusal for each row that breaks a rule; `message` begins with the name of the row. */
export const rejectedRows = (
  { supplies }: NeutralReturn,
  rule: string,
  message: (row: NeutralSupply) => string,
  isRefused: (row: NeutralSupply) => boolean,
): FileFinding[] =>
  supplies.flatMap((row) =>
    errorIf(isRefused(row), fieldOf(row), rule, `${nameOfRow(row)}: ${message(row)}`),
  );

/** Finds rows and corrections that no portal accepts. */
const rowFindings = (neutral: NeutralReturn): FileFinding[] => [
  ...rejectedRows(
    neutral,
    "row_below_zero",
    ({ base_minor, vat_minor }) =>
      `${decimalString(base_minor, neutral.currency)} with VAT of ${decimalString(vat_minor, neutral.currency)} is below zero; more was taken back than sold, which is typed in by hand or settled with the tax office`,
    ({ base_minor, vat_minor }) => base_minor < 0 || vat_minor < 0,
  ),
  ...rejectedRows(
    neutral,
    "rate_out_of_range",
    () => "a rate must be above 0 and below 100 %",
    ({ rate_bps }) => rate_bps <= 0 || rate_bps >= 10_000,
  ),
  ...correctionFindings(neutral),
];

/** Finds amounts of zero, for forms that do not accept them. */
export const zeroAmountFindings = (neutral: NeutralReturn): FileFinding[] =>
  rejectedRows(
    neutral,
    "amount_of_zero",
    () => "the form takes only amounts above zero, and base or VAT is 0.00",
    ({ base_minor, vat_minor }) => base_minor === 0 || vat_minor === 0,
  );

/** Finds repeated corrections: part 3 has one line per period and Member State (Annex III, box 22). */
function correctionFindings({ corrections }: NeutralReturn): FileFinding[] {
  const seen = new Set<string>();
  return corrections.flatMap((correction) => {
    const key = `${correction.period.key} ${correction.member_state}`;
    const isTwice = seen.has(key);
    seen.add(key);
    const message = `${key} is corrected twice`;
    return errorIf(isTwice, fieldOf(correction, "corrections"), "correction_twice", message);
  });
}

/** Warns of corrections that the file has no line for. */
const correctionWarnings = ({ corrections_without_vat }: NeutralReturn): FileFinding[] =>
  corrections_without_vat.map((correction) => ({
    severity: "warning",
    field: fieldOf(correction, "corrections"),
    rule: "correction_without_vat",
    message: `${correction.period.key} ${correction.member_state}: changes a base and no VAT, for which returns have no line`,
  }));

/**
 * Finds rows whose VAT is not base times rate, rounded half up. A return declares the VAT of its events
 * (docs/decisions/0014), in which the rounding of each invoice adds up; some portals compute the VAT themselves.
 */
export const vatOfBaseFindings = (
  { supplies, currency }: NeutralReturn,
  severity: FileFinding["severity"],
): FileFinding[] =>
  supplies
    .map((row) => ({ row, vat: vatOfBase(row) }))
    .filter(({ row, vat }) => row.vat_minor !== vat)
    .map(({ row, vat }) => ({
      severity,
      field: `rows.${row.index}`,
      rule: "vat_unlike_base_times_rate",
      message: `${nameOfRow(row)}: VAT is ${decimalString(row.vat_minor, currency)}, and base times rate ${decimalString(vat, currency)}`,
    }));

/** Returns the base times the rate, rounded half up. */
const vatOfBase = ({ base_minor, rate_bps }: NeutralSupply): number =>
  Number(taxed(BigInt(base_minor), rate_bps, false).vat);

/*
 * Findings of returns whose content some files cannot represent. They are reported before the upload, because a portal
 * cannot ask for data that it does not know of.
 */

/** Warns that the days of the return must be set in the portal, for files that name only the quarter or month. */
export const daysNotInFile = ({ period }: NeutralReturn): FileFinding[] =>
  warningIf(
    period.days !== null,
    "return",
    "days_not_in_file",
    `the return is of ${period.days?.first} to ${period.days?.last} alone, and the file has no place for days: choose them in the portal`,
  );

/** Rejects a nil return, for files that consist of lines. */
export const nilNotInFile = ({ is_nil }: NeutralReturn): FileFinding[] =>
  errorIf(
    is_nil,
    "return",
    "nil_return_without_lines",
    "a nil return has no line that the file could hold: file it in the portal's form",
  );

/** Rejects returns without sales, for files that have no corrections. */
export const salesNeeded = ({ supplies }: NeutralReturn): FileFinding[] =>
  errorIf(
    supplies.length === 0,
    "return",
    "return_without_sales",
    "the file holds sales alone, and the return has none: file it in the portal's form",
  );

/** Warns of each correction that has to be typed in, for files that have no corrections. */
export const correctionsTypedIn = ({ corrections, currency }: NeutralReturn): FileFinding[] =>
  corrections.map(({ index, period, member_state, vat_minor }) => ({
    severity: "warning",
    field: `corrections.${index}`,
    rule: "correction_typed_in",
    message: `${period.key} ${member_state}: type in ${decimalString(vat_minor, currency)}, the file has no corrections`,
  }));

/*
 * Portals that compute the VAT of a row as base times rate. A return declares the booked VAT (docs/decisions/0014), so a
 * file for such a portal differs from the return by cents, and is made only if the filer accepts the difference.
 */

const differenceOf = (row: NeutralSupply): number => vatOfBase(row) - row.vat_minor;

/** Finds rows whose VAT the portal would compute differently: one consent a row, or a refusal above the limit. */
function adjustmentFindings(
  { largestAdjustment }: ReturnFormat,
  { supplies, currency }: NeutralReturn,
): FileFinding[] {
  if (largestAdjustment === undefined) return [];
  return supplies
    .filter((row) => differenceOf(row) !== 0)
    .map((row) => {
      const by = Math.abs(differenceOf(row));
      const isOffered = by <= largestAdjustment;
      const calculation = `${nameOfRow(row)}: VAT is ${decimalString(row.vat_minor, currency)}, and base times rate ${decimalString(vatOfBase(row), currency)}`;
      return {
        severity: isOffered ? "consent" : "refusal",
        field: `rows.${row.index}`,
        rule: "vat_unlike_base_times_rate",
        message: isOffered
          ? `${calculation}, which the portal declares; ${decimalString(differenceOf(row), currency)} is added if you accept it`
          : calculation,
      };
    });
}

/** Returns the return with the VAT that the portal computes; balances and total follow from it. */
export function asThePortalComputes(format: ReturnFormat, neutral: NeutralReturn): NeutralReturn {
  if (format.largestAdjustment === undefined) return neutral;
  const balances = neutral.balances.map((balance) => ({
    ...balance,
    vat_minor: balance.vat_minor + adjustmentIn(neutral, balance.member_state),
  }));
  return {
    ...neutral,
    supplies: neutral.supplies.map((row) => ({ ...row, vat_minor: vatOfBase(row) })),
    balances,
    total_minor: balances.reduce((sum, { vat_minor }) => sum + Math.max(vat_minor, 0), 0),
  };
}

const adjustmentIn = ({ supplies }: NeutralReturn, state: string): number =>
  supplies
    .filter(({ member_state }) => member_state === state)
    .reduce((sum, row) => sum + differenceOf(row), 0);

export type CheckedReturn = {
  readonly rates: RateCatalogue;
  readonly neutral: NeutralReturn;
  /** The open points as text; null if there are none. */
  readonly open_points: string | null;
  /** True if a recount may still move events of the period; never for a locked one. */
  readonly recount_pending: boolean;
};

/** True if the portal of a format accepts returns of this scheme in this Member State. */
export const isFor = (format: ReturnFormat, { scheme, identification }: NeutralReturn): boolean =>
  format.schemes.includes(scheme) && format.member_state === identification.member_state;

/** Returns the findings that follow from the return alone, independent of the filer. */
export function returnFindings(
  format: ReturnFormat,
  { neutral, rates, open_points, recount_pending }: CheckedReturn,
): FileFinding[] {
  // The rules of a form do not apply to a return that the form does not accept.
  if (!isFor(format, neutral)) return placeFindings(format, neutral);
  return [
    ...currencyFindings(format, neutral),
    ...rowFindings(neutral),
    ...format.findings(neutral, rates),
    ...adjustmentFindings(format, neutral),
    ...layoutFindings(format, neutral),
    ...correctionWarnings(neutral),
    ...warningIf(open_points !== null, "return", "review_required", open_points ?? ""),
    ...warningIf(
      recount_pending,
      "return",
      "recount_pending",
      "events of the period may still move; the draft may change",
    ),
  ];
}

const placeFindings = (
  { format, schemes, member_state }: ReturnFormat,
  { scheme, identification }: NeutralReturn,
): FileFinding[] => [
  ...errorIf(
    !schemes.includes(scheme),
    "return",
    "other_scheme",
    `${format} is a form of ${schemes.join(", ")}, and the return is of ${scheme}`,
  ),
  ...errorIf(
    member_state !== identification.member_state,
    "return",
    "other_member_state",
    `${format} is a form of ${member_state}, and the return is made to ${identification.member_state}`,
  ),
];

/** True if a period ends after the last day for which the layout, or the messages of a preview, are known. */
const isOfLaterMessages = (last_day: IsoDate, confirmed_until: IsoDate): boolean =>
  last_day > confirmed_until;

/** Finds layouts that no source confirms for the period or the scheme of the return. */
const layoutFindings = (
  { confirmed_until, unconfirmed_schemes = [] }: ReturnFormat,
  { scheme, period }: NeutralReturn,
): FileFinding[] => [
  ...consentIf(
    isOfLaterMessages(period.last_day, confirmed_until),
    "return",
    "layout_not_confirmed",
    `the layout is confirmed for periods until ${confirmed_until}; Implementing Regulation (EU) 2020/194 changes the messages from 2027-01-01: compare the file with the portal before you rely on it`,
  ),
  ...consentIf(
    unconfirmed_schemes.includes(scheme) && !isOfLaterMessages(period.last_day, confirmed_until),
    "return",
    "layout_not_confirmed",
    `the description of the ${scheme} layout was not available, and the file follows the one of another scheme: compare it with the portal before you rely on it`,
  ),
];

const currencyFindings = ({ format, currency }: ReturnFormat, neutral: NeutralReturn) =>
  errorIf(
    currency !== neutral.currency,
    "return",
    "other_currency",
    `${format} is in ${currency}, and the return in ${neutral.currency}`,
  );
