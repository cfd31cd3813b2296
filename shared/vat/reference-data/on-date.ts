/**
 * The shape of every dated table: a row holds from `valid_from` to `valid_to`, both days included, as
 * laws say it ("until 31 December"). Without a first day it is older than the table; without a last
 * one it holds until a newer row begins.
 */
export type Dated = {
  readonly valid_from?: string | undefined;
  readonly valid_to?: string | null | undefined;
};

/** Whether `day` is within the row's own two days. */
export const holdsOn = ({ valid_from, valid_to }: Dated, day: string): boolean =>
  (valid_from ?? day) <= day && day <= (valid_to ?? day);

/**
 * The row in force on `day`; `rows` stand newest first.
 * @returns undefined where the table claims nothing, which is never the same as 0 %.
 */
export const rowOn = <Row extends Dated>(rows: readonly Row[], day: string): Row | undefined =>
  rows.find((row) => holdsOn(row, day));
