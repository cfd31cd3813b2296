/** The rows of a return as it was locked, and their changes since. */
export type Comparison<Row> = {
  /** The rows as they were locked, then those that only the current return has, with empty figures. */
  readonly rows: readonly Row[];
  /** Returns the change of a figure since the lock. */
  readonly changeOf: (row: Row, figureOf: (row: Row) => number) => number;
};

type Comparable<Row> = {
  readonly keyOf: (row: Row) => string;
  readonly empty: (row: Row) => Row;
};

/** Compares the rows of a return with the current ones. Without current rows nothing has changed. */
export function compare<Row>(
  shown: readonly Row[],
  today: readonly Row[] | undefined,
  { keyOf, empty }: Comparable<Row>,
): Comparison<Row> {
  if (!today) return { rows: shown, changeOf: () => 0 };
  const known = new Set(shown.map(keyOf));
  const current = new Map(today.map((row) => [keyOf(row), row]));
  return {
    rows: [...shown, ...today.filter((row) => !known.has(keyOf(row))).map(empty)],
    changeOf: (row, figureOf) => figureOf(current.get(keyOf(row)) ?? empty(row)) - figureOf(row),
  };
}
