import type { EventPosition } from "./listing.ts";

/** A month of a list, with the entries that were read of it and are not taken yet. */
export type OpenMonth<Entry> = {
  readonly month: string;
  readonly entries: Entry[];
  /** The position to read on from. */
  after: EventPosition | undefined;
  goesOn: boolean;
  wasRead: boolean;
};

export const openMonth = <Entry>(
  month: string,
  after: EventPosition | undefined,
): OpenMonth<Entry> => ({ month, entries: [], after, goesOn: true, wasRead: false });

/** The part of a page that one read returns. */
export type PageSize = {
  readonly limit: number;
  /** Rows that a shard reads beyond its part of the page, in square roots of that part. */
  readonly spare: number;
};

/** Months that are read concurrently, and the size of each read. */
export type Wave<Entry> = { readonly months: readonly OpenMonth<Entry>[]; readonly size: PageSize };

/** Maximum number of months of one wave. Of a list without filters any month may fill the page, so fewer are read. */
const MOST_MONTHS = 12;
const MONTHS_OF_PAGE = 6;
const FEWEST_MONTHS = 3;

/** With this much to spare, a page is short in one of a million reads of a month that could fill it. */
const FULL_PAGE = 4;

/** Size of a read that may return less than its limit, because the reader reads on. */
export const partOfPage = (limit: number): PageSize => ({ limit, spare: 1 });

/** Size of a read that returns a full page, if the month has one. */
export const fullPage = (limit: number): PageSize => ({ limit, spare: FULL_PAGE });

/** Plans a wave of a list without filters: each month may fill the page. */
export const pageWave = <Entry>(
  months: readonly OpenMonth<Entry>[],
  limit: number,
): Wave<Entry> => ({
  months: months.filter(({ goesOn }) => goesOn).slice(0, MONTHS_OF_PAGE),
  size: fullPage(limit),
});

/**
 * Plans a wave of a filtered list: `rows` are divided among its months. If the first month goes on, the wave reads half
 * as many months as the one before, so that a list with many events reads little that a page does not need.
 */
export function filteredWave<Entry>(
  months: readonly OpenMonth<Entry>[],
  rows: number,
  before?: Wave<Entry>,
): Wave<Entry> {
  const half = Math.ceil((before?.months.length ?? 0) / 2);
  const most = before && months[0]?.wasRead ? Math.max(FEWEST_MONTHS, half) : MOST_MONTHS;
  const chosen = months.filter(({ goesOn }) => goesOn).slice(0, most);
  return { months: chosen, size: partOfPage(Math.ceil(rows / Math.max(1, chosen.length))) };
}

/** A page in the making: the entries that it shows, and the position to continue from. */
export class ListPage<Entry> {
  readonly chosen: Entry[] = [];
  /** Undefined at the end of the list. */
  next: EventPosition | undefined;
  isDone = false;
  readonly #limit: number;
  readonly #placeOf: (entry: Entry) => EventPosition;
  readonly #isWanted: (entry: Entry) => boolean;

  constructor(
    limit: number,
    placeOf: (entry: Entry) => EventPosition,
    isWanted: (entry: Entry) => boolean,
  ) {
    this.#limit = limit;
    this.#placeOf = placeOf;
    this.#isWanted = isWanted;
  }

  /** Takes the entries out that follow each other from the start of the list without a gap. */
  take(months: OpenMonth<Entry>[]): void {
    const known = takeKnown(months);
    for (const entry of known) {
      if (!this.#isWanted(entry)) continue;
      if (this.chosen.length === this.#limit) {
        this.#endAfter(this.chosen.at(-1));
        return;
      }
      this.chosen.push(entry);
    }
    if (months.length === 0) this.#endAfter(undefined);
    else if (this.chosen.length === this.#limit) this.#endAfter(known.at(-1));
    else if (known.length > 0) this.next = this.#placeOf(known.at(-1) as Entry);
  }

  #endAfter(last: Entry | undefined): void {
    this.next = last && this.#placeOf(last);
    this.isDone = true;
  }
}

/** Takes out the entries of the months that are read to their end, and of the one after them. */
function takeKnown<Entry>(months: OpenMonth<Entry>[]): Entry[] {
  const known: Entry[] = [];
  for (let [first] = months; first; [first] = months) {
    known.push(...first.entries.splice(0));
    if (first.goesOn) break;
    months.shift();
  }
  return known;
}
