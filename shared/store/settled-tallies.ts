import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { DomainError } from "../refusals/errors.ts";
import type { Tally } from "../tallies/tally.ts";
import { loadTallies } from "./tallies.ts";

/** A period that has ended is rarely written to; this is patience for an import that is running. */
const MOST_READS = 12;
const LONGEST_PAUSE_MS = 400;

/**
 * All sums of a book as of one moment. One strong read may meet a transaction half way, or take
 * its pages at different times; two reads in a row that are equal, down to the number of writes of
 * each sum, were both of the moment between them.
 * @throws DomainError `not_ready` when somebody kept writing.
 */
export async function loadSettledTallies(account: string, book: string): Promise<Tally[]> {
  let before = await loadTallies(account, book);
  for (let reads = 1; reads < MOST_READS; reads += 1) {
    const after = await loadTallies(account, book);
    if (isDeepStrictEqual(before, after)) return after;
    before = after;
    await pause(Math.random() * LONGEST_PAUSE_MS);
  }
  throw new DomainError("not_ready", `${book} is being written to; lock it when that is done`);
}
