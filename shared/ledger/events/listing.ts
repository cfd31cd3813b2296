import * as z from "zod";
import { ALL_DAYS, type DateRange, type IsoDate, periodNamed } from "../../core/calendar/dates.ts";
import { IsoDate as IsoDateSchema, NamedPeriod } from "../../core/calendar/schema.ts";
import type { EventId } from "../../core/ids.ts";
import { readable } from "../../core/input/fields.ts";
import {
  countThatFits,
  cursorAt,
  cursorParam,
  inventedCursor,
  Limit,
} from "../../core/input/pagination.ts";
import {
  EventId as EventIdSchema,
  SOURCE_KEY_FORM,
  SOURCE_KEY_RULE,
} from "../../vat/schemes/event-fields.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { CLASSIFICATIONS } from "../../vat/schemes/supply-event.ts";
import { CHECK_CODES, TAXED_AT_HOME, WARNING_CODES } from "../../vat/schemes/warnings.ts";
import { exclusionIn } from "../sums/sum.ts";
import type { Declared } from "./declared-in.ts";
import type { EventRecord } from "./event-record.ts";
import { eventUnder } from "./event-view.ts";
import { SupplyEventResponse } from "./schema.ts";

/** The name of the list in cursors. */
export const LIST = "supply-events";

/**
 * The codes of returns that need no period. A correction without a sale has its code by itself; the return adds
 * corrections of sales outside the registrations. A registration alone decides about a sale taxed at home.
 */
const OF_ALL_DAYS: readonly (string | undefined)[] = [
  "correction_reference_missing_excluded",
  TAXED_AT_HOME.code,
];

/** True if only the return of a period finds most events of this code. */
const needsPeriod = (warning: string | undefined): boolean =>
  !OF_ALL_DAYS.includes(warning) &&
  SCHEMES.some(({ found_by_returns }) => [...found_by_returns].some((code) => code === warning));

/**
 * The codes under which reports count events. Other codes are rejected: a misspelt code would look like "nothing
 * found".
 */
const FILTER_CODES = [...WARNING_CODES, ...CHECK_CODES] as const;

/** Maximum length of the name of an order in a search. */
const LONGEST_ORDER = 60;

const Filters = z.strictObject({
  period: NamedPeriod.optional(),
  source_id: z.string().regex(SOURCE_KEY_FORM, SOURCE_KEY_RULE).optional(),
  classification_status: z.enum(CLASSIFICATIONS).optional(),
  warning: z
    .enum(FILTER_CODES, `must be one of ${FILTER_CODES.join(", ")}`)
    .optional()
    .meta({
      description:
        "An exclusion or check code; the events counted under it. With `period`, those that returns of the period count. What a return may find by itself (missing exchange rates, registrations, services taxed where the account is identified) needs `period`",
    }),
  order: readable(LONGEST_ORDER)
    .optional()
    .describe(
      "Beginning of the name that the shop shows for an order, or that `name_orders` of a commit has kept, with or without `#`, in either case: the events of these orders, by name. Takes no other filter. Imports of earlier versions kept no names",
    ),
  limit: Limit,
  cursor: cursorParam(
    LIST,
    z.union([
      z.tuple([IsoDateSchema, EventIdSchema]),
      z.tuple([z.literal("order"), z.string(), EventIdSchema]),
    ]),
  ),
});

export const EventListQuery = Filters.refine(
  ({ period, warning }) => period !== undefined || !needsPeriod(warning),
  { path: ["period"], error: "required with this warning: only the report of a period finds it" },
).refine(
  ({ order, limit, cursor, ...others }) =>
    order === undefined || Object.values(others).every((filter) => filter === undefined),
  { path: ["order"], error: "takes no other filter" },
);
export type EventListQuery = z.output<typeof EventListQuery>;

export const SupplyEventList = z
  .strictObject({ items: z.array(SupplyEventResponse), next_cursor: z.string().nullable() })
  .meta({ id: "SupplyEventList" });

/** A position in the index. Listings are ordered by day, then by id. */
export type EventPosition = { readonly supply_date: IsoDate; readonly event_id: EventId };

export function eventDays({ period }: EventListQuery): DateRange {
  const found = periodNamed(period ?? "");
  return found ? { from: found.firstDay, to: found.lastDay } : ALL_DAYS;
}

export type Filtered = {
  readonly source_id?: string | undefined;
  readonly classification_status: string;
  readonly supply_date: IsoDate;
  /** The partition that the event counts in, and its place in the return of that period. */
  readonly counted_in: string;
  readonly counted_as: string;
  /** The place of an excluded event among the excluded amounts; absent before rules version 6. */
  readonly left_out_as?: string | undefined;
  readonly check_codes: readonly string[];
};

/** True if the listing filters by more than the day. */
export const isEventListFiltered = (query: EventListQuery): boolean =>
  [query.source_id, query.classification_status, query.warning].some(
    (filter) => filter !== undefined,
  );

/** True if an event passes the filters. `isExcluded` is true for events that a report has excluded as `warning`. */
export function matchesEvent(
  event: Filtered,
  query: EventListQuery,
  isExcluded: (event: Filtered) => boolean,
): boolean {
  const { source_id, classification_status, warning } = query;
  return (
    (source_id === undefined || event.source_id === source_id) &&
    (classification_status === undefined ||
      event.classification_status === classification_status) &&
    (warning === undefined ||
      exclusionIn(event.counted_as)?.code === warning ||
      event.check_codes.includes(warning) ||
      isExcluded(event))
  );
}

export const cursorAfterEvent = (place: EventPosition): string =>
  cursorAt(LIST, [place.supply_date, place.event_id]);

/** Returns the end of the page before; undefined at the start. */
export function eventListStart(
  { cursor }: Pick<EventListQuery, "cursor">,
  { from, to }: DateRange,
): EventPosition | undefined {
  if (!cursor) return undefined;
  if (cursor.length === 3) throw inventedCursor();
  const [supply_date, event_id] = cursor;
  if (from <= supply_date && supply_date <= to) return { supply_date, event_id };
  throw inventedCursor();
}

/**
 * Returns the rows of a page and the start of the next page. The page ends early if the response would be too large,
 * because metadata may be long.
 */
export function eventPage(
  {
    records,
    next,
  }: { readonly records: readonly EventRecord[]; readonly next?: EventPosition | undefined },
  warning: Parameters<typeof eventUnder>[1],
  orderOf: (record: EventRecord) => string | null,
  declaredOf: (record: EventRecord) => Declared,
) {
  const items = records.map((record) =>
    eventUnder(record, warning, orderOf(record), declaredOf(record)),
  );
  const count = countThatFits(items);
  const last = records[count - 1];
  const isCut = count < items.length && last !== undefined;
  return {
    items: items.slice(0, count),
    next: isCut ? { supply_date: last.supply_date, event_id: last.event_id } : next,
  };
}

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
    else if (months[0]?.wasRead) this.next = months[0].after;
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
