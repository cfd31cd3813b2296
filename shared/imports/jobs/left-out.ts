import * as z from "zod";
import type { RowFacts } from "../formats/row-facts.ts";

/** Rows that a file has and that the ledger does not have by it, of one month, reason and currency. */
export const LeftOut = z.object({
  /** The month of the supply; "" for rows without a day, and for those added up as "other". */
  month: z.string(),
  reason: z.string(),
  /** Empty for rows without a currency, whose amount is unknown. */
  currency: z.string(),
  rows: z.int().min(0),
  /** The amount with VAT as the file has it; refunds are subtracted. */
  gross_amount_minor: z.int(),
  /** Rows whose amount cannot be read. */
  unread: z.int().min(0),
});
export type LeftOut = Readonly<z.output<typeof LeftOut>>;

/** The reason of rows that the ledger had before the import. */
export const ALREADY_RECORDED = "already_recorded";

/** The reason of rows that are added up without month and reason, beyond the number that an import keeps. */
export const OTHER_REASONS = "other";

/** Most months, reasons and currencies of one part: all counts of a part are one update, of 4 KB at most. */
const MOST_OF_A_PART = 30;
/** Most months, reasons and currencies of an import, whose counts are one item. */
const MOST_OF_AN_IMPORT = 400;

const keyOf = ({ month, reason, currency }: Pick<LeftOut, "month" | "reason" | "currency">) =>
  [month, reason, currency].join("|");

/** Adds up left-out rows by month, reason and currency, in the order of these. */
export function addedUp(all: readonly LeftOut[]): LeftOut[] {
  const sums = new Map<string, LeftOut>();
  for (const one of all) {
    const sum = sums.get(keyOf(one));
    sums.set(keyOf(one), {
      ...one,
      rows: one.rows + (sum?.rows ?? 0),
      gross_amount_minor: one.gross_amount_minor + (sum?.gross_amount_minor ?? 0),
      unread: one.unread + (sum?.unread ?? 0),
    });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

/** Returns one row that was left out. */
export const leftOutRow = (
  reason: string,
  day: string | undefined,
  { currency, gross_minor }: RowFacts,
): LeftOut => ({
  month: day?.slice(0, "2026-01".length) ?? "",
  reason,
  currency: currency ?? "",
  rows: 1,
  gross_amount_minor: gross_minor ?? 0,
  unread: gross_minor === undefined ? 1 : 0,
});

/**
 * Returns the sums of a part as its import has room for them: the rest are added up by currency alone.
 * @param known the sums that the import has; a worker may miss those of parts that end at the same time
 */
export function leftOutOfPart(all: readonly LeftOut[], known: readonly LeftOut[]): LeftOut[] {
  const has = new Set(known.map(keyOf));
  const room = Math.max(0, MOST_OF_AN_IMPORT - has.size);
  const byRows = addedUp(all).toSorted((a, b) => b.rows - a.rows);
  const fresh = byRows.filter((one) => !has.has(keyOf(one))).slice(0, room);
  const kept = new Set(
    byRows.filter((one) => has.has(keyOf(one)) || fresh.includes(one)).slice(0, MOST_OF_A_PART),
  );
  return addedUp(
    byRows.map((one) => (kept.has(one) ? one : { ...one, month: "", reason: OTHER_REASONS })),
  );
}
