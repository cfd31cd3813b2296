import type { ReturnRow } from "../../../client/src/eu-vat-client.ts";

/** The total of the rows with one rate, in minor units of the return's currency. */
export type RateSum = {
  readonly vat_rate_bps: number;
  readonly taxable_minor: number;
  readonly vat_minor: number;
  /** Number of Member States of consumption with that rate. */
  readonly states: number;
};

/** Groups the rows of a return by rate, the highest first. Adds whole minor units without rounding. */
export const vatByRate = (rows: readonly ReturnRow[]): RateSum[] =>
  [...Map.groupBy(rows, (row) => row.vat_rate_bps)]
    .map(([vat_rate_bps, own]) => ({
      vat_rate_bps,
      taxable_minor: own.reduce((sum, row) => sum + row.taxable_amount_minor, 0),
      vat_minor: own.reduce((sum, row) => sum + row.vat_amount_minor, 0),
      states: new Set(own.map((row) => row.member_state_of_consumption)).size,
    }))
    .sort((a, b) => b.vat_rate_bps - a.vat_rate_bps);

/** Adds up a figure of rows, in whole minor units. */
export const sumOf = <Row>(rows: readonly Row[], minorOf: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + minorOf(row), 0);
