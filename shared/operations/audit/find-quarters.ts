import { ALL_DAYS, type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import { type Period, quarterOn } from "../../core/calendar/period.ts";
import { fingerprintOf } from "../../core/hash.ts";
import { listedPlace, readIndex } from "../../ledger/events/store-event-list.ts";
import { loadTallies } from "../../ledger/sums/store-sums.ts";
import type { Tally } from "../../ledger/sums/sum.ts";
import { auditedQuarters, booksIn, FIRST_DAY, isSumOf } from "./audit.ts";

/** A quarter in which the account has anything: events, or sums, whatever the other has. */
type FoundQuarter = {
  readonly quarter: Period;
  readonly hasEvents: boolean;
  /** Of all sums of the quarter, and of how often each was written. */
  readonly sums_sha256: string;
};

/**
 * The quarters that an audit has to look at. Sums are looked for in every period of the range, not only in
 * those that some event names: a sum without events is what an audit is for.
 */
export async function findQuarters(
  account: string,
  now: Date,
  from = FIRST_DAY,
): Promise<FoundQuarter[]> {
  const ofEvents = await quartersWithEvents(account);
  const keys = new Set(ofEvents.map(({ key }) => key));
  const quarters = auditedQuarters(now.toISOString().slice(0, 10) as IsoDate, ofEvents, from);
  const kept = await loadBooks(account, [...new Set(quarters.flatMap(booksIn))]);
  return quarters
    .map((quarter) => ({ quarter, sums: sumsOf(quarter, kept) }))
    .filter(({ quarter, sums }) => sums.length > 0 || keys.has(quarter.key))
    .map(({ quarter, sums }) => ({
      quarter,
      hasEvents: keys.has(quarter.key),
      sums_sha256: fingerprintOf(sums),
    }));
}

/** One read a quarter that has events: each tells where the next one is. */
async function quartersWithEvents(account: string): Promise<Period[]> {
  const quarters: Period[] = [];
  for (let from = ALL_DAYS.from; ; ) {
    const { items } = await readIndex(account, { from, to: ALL_DAYS.to }, undefined, { limit: 1 });
    if (!items[0]) return quarters;
    const quarter = quarterOn(listedPlace(items[0]).supply_date);
    quarters.push(quarter);
    from = plusDays(quarter.lastDay, 1);
  }
}

/** The kept sums of books, by book. */
type KeptSums = ReadonlyMap<string, readonly Tally[]>;

const BOOKS_AT_ONCE = 24;

/** All sums of these books. */
export async function loadBooks(account: string, books: readonly string[]): Promise<KeptSums> {
  const kept = new Map<string, readonly Tally[]>();
  for (let first = 0; first < books.length; first += BOOKS_AT_ONCE) {
    const some = books.slice(first, first + BOOKS_AT_ONCE);
    const tallies = await Promise.all(some.map((book) => loadTallies(account, book)));
    for (const [n, book] of some.entries()) kept.set(book, tallies[n] ?? []);
  }
  return kept;
}

/** All that a quarter's sums are, in a form that can be hashed. */
export const sumsOf = (quarter: Period, kept: KeptSums): readonly unknown[] =>
  booksIn(quarter).flatMap((book) =>
    (kept.get(book) ?? [])
      .filter(({ key }) => isSumOf(quarter, book, key))
      .map(({ key, amounts }) => [book, key, Object.entries(amounts).map(String).sort()]),
  );
