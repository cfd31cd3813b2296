import type { Original, ReadRow } from "../formats/outcome.ts";

/** A row in a part of a file; of a correction `own` is its sale, when the file has it. */
export type PartRow = ReadRow & { readonly own?: Original };

/**
 * Rows of a part: so few that a worker that is killed repeats little, and as many as make one commit of five full
 * transactions when each is a sale.
 */
export const ROWS_PER_PART = 450;

/** One row a line. What was read by this very version is read again, so that it needs no check. */
export const partText = (rows: readonly PartRow[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("");

export const partRows = (text: string): PartRow[] =>
  text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as PartRow]));
