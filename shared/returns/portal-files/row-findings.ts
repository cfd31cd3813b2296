import { decimalString, percentString } from "../../core/money/decimal-string.ts";
import { type FileFinding, refusalIf } from "./finding.ts";
import type { NeutralReturn, NeutralSupply } from "./neutral-return.ts";

/** A row in words: `2b FR GOODS 20.00 %`. */
export const nameOfRow = (row: NeutralSupply): string =>
  [row.section, row.from, row.member_state, row.supply_type, `${percentString(row.rate_bps)} %`]
    .filter((part) => part !== null)
    .join(" ");

const fieldOf = ({ index }: { readonly index: number }, list = "rows"): string =>
  `${list}.${index}`;

/** One refusal for each row that is `refused`, which the message begins with. */
export const refusedRows = (
  { supplies }: NeutralReturn,
  rule: string,
  message: (row: NeutralSupply) => string,
  isRefused: (row: NeutralSupply) => boolean,
): FileFinding[] =>
  supplies.flatMap((row) =>
    refusalIf(isRefused(row), fieldOf(row), rule, `${nameOfRow(row)}: ${message(row)}`),
  );

/** What no portal takes in a row or a correction. */
export const rowFindings = (neutral: NeutralReturn): FileFinding[] => [
  ...refusedRows(
    neutral,
    "row_below_zero",
    ({ base_minor, vat_minor }) =>
      `${decimalString(base_minor, neutral.currency)} with VAT of ${decimalString(vat_minor, neutral.currency)} is below zero; more was taken back than sold, which is typed in by hand or settled with the tax office`,
    ({ base_minor, vat_minor }) => base_minor < 0 || vat_minor < 0,
  ),
  ...refusedRows(
    neutral,
    "rate_out_of_range",
    () => "a rate must be above 0 and below 100 %",
    ({ rate_bps }) => rate_bps <= 0 || rate_bps >= 10_000,
  ),
  ...correctionFindings(neutral),
];

/** For forms that take no amount of zero. */
export const zeroAmountFindings = (neutral: NeutralReturn): FileFinding[] =>
  refusedRows(
    neutral,
    "amount_of_zero",
    () => "the form takes only amounts above zero, and base or VAT is 0.00",
    ({ base_minor, vat_minor }) => base_minor === 0 || vat_minor === 0,
  );

/** Part 3 has one line for a period and Member State (Annex III, box 22). */
function correctionFindings({ corrections }: NeutralReturn): FileFinding[] {
  const seen = new Set<string>();
  return corrections.flatMap((one) => {
    const key = `${one.period.key} ${one.member_state}`;
    const isTwice = seen.has(key);
    seen.add(key);
    const message = `${key} is corrected twice`;
    return refusalIf(isTwice, fieldOf(one, "corrections"), "correction_twice", message);
  });
}

/** Corrections that the file has no line for. */
export const correctionWarnings = ({ corrections_without_vat }: NeutralReturn): FileFinding[] =>
  corrections_without_vat.map((one) => ({
    severity: "warning",
    field: fieldOf(one, "corrections"),
    rule: "correction_without_vat",
    message: `${one.period.key} ${one.member_state}: changes a base and no VAT, for which returns have no line`,
  }));
