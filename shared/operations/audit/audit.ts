import type { Period } from "../../core/calendar/period.ts";
import type { EventRecord, Slot } from "../../ledger/events/event-record.ts";
import { linkOf, sameLink } from "../../ledger/events/links.ts";
import type { Tally } from "../../ledger/sums/sum.ts";
import { booksIn, isSumOf } from "./audit-range.ts";

/** A sum that is not what its events add up to. */
export type Difference = {
  readonly book: string;
  readonly key: string;
  readonly amount: string;
  readonly kept: bigint;
  readonly recounted: bigint;
};

type Sums = Map<string, bigint>;

/** What the events of a quarter have added to sums, built up event by event, to hold against the kept tallies. */
export class EntrySums {
  readonly #quarter: Period;
  readonly #ours: ReadonlySet<string>;
  readonly #books = new Map<string, Sums>();
  events = 0;

  constructor(quarter: Period) {
    this.#quarter = quarter;
    this.#ours = new Set(booksIn(quarter));
  }

  /** Whether all that the event counts in is of its quarter; what is not can be in no sum of it. */
  add(event: EventRecord): boolean {
    this.events += 1;
    let isOurs = true;
    for (const { book, key, amounts } of event.entries) {
      if (!this.#isOurs(book, key)) isOurs = false;
      const sums = this.#books.get(book) ?? new Map<string, bigint>();
      this.#books.set(book, sums);
      for (const [amount, value] of Object.entries(amounts)) {
        const name = nameOf(key, amount);
        sums.set(name, (sums.get(name) ?? 0n) + BigInt(value));
      }
    }
    return isOurs;
  }

  /** Every book that an event counts in. */
  books(): string[] {
    return [...this.#books.keys()].sort();
  }

  /** Where the kept tallies of a book differ from the recount; empty when nothing does. */
  differences(book: string, kept: readonly Tally[]): Difference[] {
    const counted = this.#books.get(book) ?? new Map<string, bigint>();
    const ours = kept.filter(({ key }) => isSumOf(this.#quarter, book, key));
    const stored: Sums = new Map(ours.flatMap(namedSums));
    return [...new Set([...stored.keys(), ...counted.keys()])].sort().flatMap((name) => {
      const pair = { kept: stored.get(name) ?? 0n, recounted: counted.get(name) ?? 0n };
      const [key = "", amount = ""] = name.split("\n");
      return pair.kept === pair.recounted ? [] : [{ book, key, amount, ...pair }];
    });
  }

  /** Of a book of the return all keys are of the quarter; the year's are looked at one by one. */
  #isOurs(book: string, key: string): boolean {
    return this.#ours.has(book) && (!book.startsWith("y") || isSumOf(this.#quarter, book, key));
  }
}

const nameOf = (key: string, amount: string): string => `${key}\n${amount}`;

/** `writes` counts the updates of a tally, not events. */
const namedSums = ({ key, amounts }: Tally): [string, bigint][] =>
  Object.entries(amounts)
    .filter(([amount]) => amount !== "writes")
    .map(([amount, sum]) => [nameOf(key, amount), sum]);

/** Whether a non-sale is linked as its original, as it is now, asks for. */
export const isLinkCurrent = (event: EventRecord, original: Slot | undefined): boolean =>
  sameLink(event.link, linkOf(event, original?.event, original?.taken_back));
