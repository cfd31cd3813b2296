/**
 * The row of a dated table. A row holds from `valid_from` to `valid_to`, both days included, as laws word it ("until 31
 * December"). A row without a first day is older than the table; one without a last day holds until a newer row begins.
 */
export type Dated = {
  readonly valid_from?: string | undefined;
  readonly valid_to?: string | null | undefined;
};

/** True if `day` is between the row's first and last day, both included. */
export const holdsOn = ({ valid_from, valid_to }: Dated, day: string): boolean =>
  (valid_from ?? day) <= day && day <= (valid_to ?? day);

/**
 * Returns the row in force on `day`; `rows` are ordered newest first.
 * @returns undefined where the table has no data, which never means 0 %.
 */
export const rowOn = <Row extends Dated>(rows: readonly Row[], day: string): Row | undefined =>
  rows.find((row) => holdsOn(row, day));
