import type { ImportedEvent } from "../formats/outcome.ts";

/** Number of rows of a file by result; all counts except `rows` add up to `rows`. */
type ImportCounts = {
  readonly rows: number;
  readonly committed: number;
  readonly duplicate: number;
  readonly conflict: number;
  readonly excluded: number;
  readonly unresolved: number;
  readonly rejected: number;
};

export type RowResult = Exclude<keyof ImportCounts, "rows">;

/** The results of rows that need an action of the user. */
export type OpenResult = Extract<RowResult, "unresolved" | "rejected" | "conflict">;

export const NO_ROWS: ImportCounts = {
  rows: 0,
  committed: 0,
  duplicate: 0,
  conflict: 0,
  excluded: 0,
  unresolved: 0,
  rejected: 0,
};

/** Returns the counts with one more row. */
export const withRow = (counts: ImportCounts, result: RowResult): ImportCounts => ({
  ...counts,
  rows: counts.rows + 1,
  [result]: counts[result] + 1,
});

/** Returns the result of a row of several events: "committed" if any event is new. */
export const resultOfCommit = (statuses: readonly ("committed" | "duplicate")[]): RowResult =>
  statuses.includes("committed") ? "committed" : "duplicate";

/** The amounts of a file under one name, such as a country or a month, and in one currency. */
type NamedSum = {
  readonly name: string;
  readonly currency: string;
  readonly events: number;
  readonly taxable_amount_minor: number;
  readonly vat_amount_minor: number;
};

/** Adds up events by name and currency; refunds are subtracted. */
export class EventSums {
  readonly #sums = new Map<string, NamedSum>();

  add(name: string, { currency, event_type, ...amounts }: ImportedEvent): void {
    const key = `${name} ${currency}`;
    const sum = this.#sums.get(key);
    const sign = event_type === "sale" || event_type === "adjustment" ? 1 : -1;
    this.#sums.set(key, {
      name,
      currency,
      events: (sum?.events ?? 0) + 1,
      taxable_amount_minor: (sum?.taxable_amount_minor ?? 0) + sign * amounts.taxable_amount_minor,
      vat_amount_minor: (sum?.vat_amount_minor ?? 0) + sign * amounts.vat_amount_minor,
    });
  }

  /** The sums, sorted by name. */
  get all(): readonly NamedSum[] {
    return [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  }
}
