import { taxed } from "../../core/money/amounts.ts";
import { decimalString, percentString } from "../../core/money/decimal-string.ts";
import { errorIf, type FileFinding, warningIf } from "./finding.ts";
import type { NeutralReturn, NeutralSupply } from "./neutral-return.ts";

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
export const rowFindings = (neutral: NeutralReturn): FileFinding[] => [
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
  return corrections.flatMap((one) => {
    const key = `${one.period.key} ${one.member_state}`;
    const isTwice = seen.has(key);
    seen.add(key);
    const message = `${key} is corrected twice`;
    return errorIf(isTwice, fieldOf(one, "corrections"), "correction_twice", message);
  });
}

/** Warns of corrections that the file has no line for. */
export const correctionWarnings = ({ corrections_without_vat }: NeutralReturn): FileFinding[] =>
  corrections_without_vat.map((one) => ({
    severity: "warning",
    field: fieldOf(one, "corrections"),
    rule: "correction_without_vat",
    message: `${one.period.key} ${one.member_state}: changes a base and no VAT, for which returns have no line`,
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
export const vatOfBase = ({ base_minor, rate_bps }: NeutralSupply): number =>
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
