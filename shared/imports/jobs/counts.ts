/** What became of the rows of a file; all but `rows` make up `rows`. */
type ImportCounts = {
  readonly rows: number;
  readonly committed: number;
  readonly duplicate: number;
  readonly conflict: number;
  readonly excluded: number;
  readonly unresolved: number;
  readonly rejected: number;
};

export type RowFate = Exclude<keyof ImportCounts, "rows">;

export const NO_ROWS: ImportCounts = {
  rows: 0,
  committed: 0,
  duplicate: 0,
  conflict: 0,
  excluded: 0,
  unresolved: 0,
  rejected: 0,
};

/** The counts with one row more. */
export const withRow = (counts: ImportCounts, fate: RowFate): ImportCounts => ({
  ...counts,
  rows: counts.rows + 1,
  [fate]: counts[fate] + 1,
});

/** A row of several events is new when any of them is. */
export const fateOfCommit = (statuses: readonly ("committed" | "duplicate")[]): RowFate =>
  statuses.includes("committed") ? "committed" : "duplicate";
