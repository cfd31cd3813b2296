import { type ClassRateRow, classRateRows, type RateRow, standardRateRows } from "./rate-rows.ts";

/**
 * One rate in basis points of a class in a state, for the days on which neither the class's row nor the standard rate
 * changes.
 */
export type ClassWindow = Omit<ClassRateRow, "rate_bps"> & RateRow;

/** Returns every class with its rates, from standard-rates.csv and tax-rates.csv. */
export function classWindows(standardCsv: string, classCsv: string): ClassWindow[] {
  const standard = standardRateRows(standardCsv);
  return [
    ...standard.map((row) => ({ ...row, class_id: "standard", applies_to: "any" as const })),
    ...classRateRows(classCsv).flatMap((row) => windowsOf(row, standard)),
  ];
}

/** Splits a row with "standard" where the standard rate changes; source and confidence are those of the row. */
function windowsOf(
  { rate_bps, ...row }: ClassRateRow,
  standard: readonly RateRow[],
): ClassWindow[] {
  if (rate_bps !== "standard") return [{ ...row, rate_bps }];
  return standard
    .filter(({ country }) => country === row.country)
    .map((rate) => ({
      ...row,
      rate_bps: rate.rate_bps,
      valid_from: rate.valid_from > row.valid_from ? rate.valid_from : row.valid_from,
      valid_to: earlierEnd(rate.valid_to, row.valid_to),
    }))
    .filter(({ valid_from, valid_to }) => valid_from <= (valid_to ?? valid_from));
}

const earlierEnd = <Day extends string>(a: Day | null, b: Day | null): Day | null =>
  a === null || (b !== null && b < a) ? b : a;
