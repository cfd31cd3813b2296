import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { DomainError } from "../../core/errors/errors.ts";
import { loadMarks } from "../../returns/locks/store-markers.ts";
import { loadTallies } from "./store-sums.ts";
import type { Tally } from "./sum.ts";

/** A period that has ended is rarely written to; this is patience for an import that is running. */
const MOST_READS = 12;
const LONGEST_PAUSE_MS = 400;

/** All sums of a book, and how often they had been changed since its period was over. */
type SettledTallies = { readonly tallies: readonly Tally[]; readonly changes: number };

/**
 * All sums of a book as of one moment. One strong read may meet a transaction half way, or take its
 * pages at different times; two reads in a row that are equal, down to the number of changes and of
 * writes of each sum, were both of the moment between them.
 * @throws DomainError `not_ready` when somebody kept writing.
 */
export async function loadSettledTallies(account: string, book: string): Promise<SettledTallies> {
  let before = await readBook(account, book);
  for (let reads = 1; reads < MOST_READS; reads += 1) {
    const after = await readBook(account, book);
    if (isDeepStrictEqual(before, after)) return after;
    before = after;
    await pause(Math.random() * LONGEST_PAUSE_MS);
  }
  throw new DomainError("not_ready", `${book} is being written to; lock it when that is done`);
}

async function readBook(account: string, book: string): Promise<SettledTallies> {
  const tallies = await loadTallies(account, book);
  const marks = await loadMarks(account, `${book}|`);
  return { tallies, changes: marks.get(book)?.changes ?? 0 };
}
