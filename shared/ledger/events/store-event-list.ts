import * as z from "zod";
import { ALL_DAYS, type DateRange, type IsoDate } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { batchGetSoon, getTogether, queryPage } from "../../platform/dynamodb/client.ts";
import {
  eventsOfShard,
  LIST_SHARDS,
  type ListedRange,
  listMonthOf,
  listMonthsOf,
  monthsWithin,
  placeInList,
} from "../../platform/table/event-list-keys.ts";
import { INDEX, type Key } from "../../platform/table/keys.ts";
import { loadRecount } from "../recount/store-recounts.ts";
import { leftOutPartition } from "../sums/sum.ts";
import type { EventRecord } from "./event-record.ts";
import {
  type EventPosition,
  type Filtered,
  filteredWave,
  fullPage,
  ListPage,
  type OpenMonth,
  openMonth,
  type PageSize,
  pageWave,
  partOfPage,
  type Wave,
} from "./listing.ts";
import { recordOf } from "./store-events.ts";

/** The fields of an event in the index: its keys and the fields that lists filter by. */
type ListedItem = Readonly<Record<string, unknown>>;

type IndexPage = {
  readonly items: readonly ListedItem[];
  /** The position to continue from; undefined at the end. */
  readonly next?: EventPosition | undefined;
};

/** Returns the day and id of an index key. */
export function listedPlace({ gsi1pk, gsi1sk }: ListedItem): EventPosition {
  const place = placeInList({ gsi1pk: String(gsi1pk), gsi1sk: String(gsi1sk) });
  return { ...place, supply_date: place.supply_date as IsoDate };
}

/**
 * Reads events of one month from the index after `after`, ordered by day and id, at most `limit`. On AWS the index lags
 * slightly behind the table; locally it does not.
 */
export async function readIndex(
  ledger: LedgerId,
  range: DateRange,
  after: EventPosition | undefined,
  { limit }: { readonly limit: number },
): Promise<IndexPage> {
  const days = { from: after?.supply_date ?? range.from, to: range.to };
  const months = listMonthsOf(days) ?? (await monthsWithEvents(ledger, days));
  for (const [n, month] of months.entries()) {
    const { items, end } = await readMonth(ledger, month, { ...range, after }, partOfPage(limit));
    const last = items.at(-1);
    if (!last) continue;
    return { items, next: end || n < months.length - 1 ? listedPlace(last) : undefined };
  }
  return { items: [] };
}

async function monthsWithEvents(ledger: LedgerId, days: DateRange): Promise<readonly string[]> {
  const { event_months } = await loadRecount(ledger);
  return monthsWithin(event_months, days);
}

/**
 * Reads a page of a month and merges its shards. A page may be short, or of some fields empty, although the month goes on
 * after `end`. `entries` counts what DynamoDB looked at.
 */
async function readMonth(
  ledger: LedgerId,
  month: string,
  { where, ...range }: ListedRange & { readonly where?: Narrowed | undefined },
  { limit, spare }: PageSize,
) {
  const share = limit / LIST_SHARDS.length;
  const Limit = Math.min(limit, Math.ceil(share + spare * Math.sqrt(share)));
  const pages = await Promise.all(
    LIST_SHARDS.map((shard) => {
      const query = eventsOfShard(ledger, month, shard, range);
      return queryPage({ IndexName: INDEX, ...narrowed(query, where), Limit });
    }),
  );
  // A shard with further items may have items after its last one that other shards would skip, so the page ends there.
  const ends: ListedItem[] = pages.flatMap(({ next }) => (next ? [next] : []));
  const [last] = ends.sort((a, b) => byBytes(keyOf(a), keyOf(b)));
  const known = pages
    .flatMap(({ items }) => items)
    .filter((item) => !last || byBytes(keyOf(item), keyOf(last)) <= 0)
    .sort((a, b) => byBytes(keyOf(a), keyOf(b)));
  const items = known.slice(0, limit);
  const end = items.length < known.length ? items.at(-1) : last;
  const entries = pages.reduce((sum, { scanned }) => sum + scanned, 0);
  return { items, end: end && listedPlace(end), entries };
}

/** Lets DynamoDB leave out the entries with other fields: it counts them as read, and does not send them. */
function narrowed<Query extends { readonly ExpressionAttributeValues: object }>(
  query: Query,
  where?: Narrowed,
) {
  const names = namesIn(where);
  if (names.length === 0) return query;
  return {
    ...query,
    FilterExpression: names.map((name) => `${name} = :${name}`).join(" AND "),
    ExpressionAttributeValues: {
      ...query.ExpressionAttributeValues,
      ...Object.fromEntries(names.map((name) => [`:${name}`, where?.[name]])),
    },
  };
}

const namesIn = (where: Narrowed = {}) =>
  (["classification_status", "source_id"] as const).filter((name) => where[name] !== undefined);

/** Returns the day of the account's latest supply; undefined if it has none. */
export async function latestSupplyDay(ledger: LedgerId): Promise<IsoDate | undefined> {
  const { event_months } = await loadRecount(ledger);
  for (const month of event_months.toReversed()) {
    const pages = await Promise.all(
      LIST_SHARDS.map((shard) => {
        const query = { IndexName: INDEX, ...eventsOfShard(ledger, month, shard, ALL_DAYS) };
        return queryPage({ ...query, ScanIndexForward: false, Limit: 1 });
      }),
    );
    const days = pages.flatMap(({ items }) => items.map((item) => listedPlace(item).supply_date));
    if (days.length > 0) return days.sort().at(-1);
  }
  return undefined;
}

const keyOf = ({ gsi1sk }: ListedItem): string => String(gsi1sk);

/** Compares text by its UTF-8 bytes, as DynamoDB sorts; JavaScript's own order differs. */
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const ListedPlace = z.object({ b: z.string(), k: z.string() });

const ListedEvent = z
  .object({
    source_id: z.string().optional(),
    classification_status: z.string(),
    entries: z.tuple([ListedPlace], ListedPlace),
    check_codes: z.array(z.string()),
  })
  .transform(({ entries: [place, ...others], ...entry }) => ({
    ...entry,
    counted_in: place.b,
    counted_as: place.k,
    left_out_as: others.find(({ b }) => b === leftOutPartition(place.b))?.k,
  }));

/** Number of events read at once by those that process all events. */
const EVENTS_AT_ONCE = 1000;

type EventPage = {
  readonly records: readonly EventRecord[];
  /** The position to continue from; undefined at the end. A page may be short or empty before the end. */
  readonly next?: EventPosition | undefined;
};

/** Number of entries that a filtered list reads first. */
const FIRST_ROWS = 1000;

/**
 * Number of entries of each further wave, and maximum number of entries read in one request, so that a rare finding in a
 * large ledger cannot take minutes. Where DynamoDB leaves out the others, it reads five times as many in that time.
 */
const rowsOf = (where?: Narrowed) =>
  namesIn(where).length > 0 ? { each: 20_000, most: 100_000 } : { each: 4_000, most: 20_000 };

type Month = OpenMonth<ListedItem>;

/** Fields of the index that all events of a list have. */
type Narrowed = {
  readonly [name in "classification_status" | "source_id"]?: Filtered[name] | undefined;
};

type Asked = {
  readonly limit: number;
  readonly after?: EventPosition | undefined;
  readonly where?: Narrowed | undefined;
};

/**
 * Lists events after `after`, up to `limit` of those that `wanted` accepts; all without `wanted`. The index selects the
 * events and the table provides their content, with what `get` reads in the same call. Months are read in waves, several
 * at once: calls one after another are most of the time of a list.
 */
export async function listEvents(
  ledger: LedgerId,
  range: DateRange,
  { limit, after, where }: Asked,
  wanted?: (event: Filtered) => boolean,
  get = getTogether,
): Promise<EventPage & { readonly found: (key: Key) => ListedItem | undefined }> {
  const read = (wave: Wave<ListedItem>) => readWave(ledger, { ...range, where }, wave);
  const { each, most } = rowsOf(where);
  const counted = listMonthsOf({ from: after?.supply_date ?? range.from, to: range.to });
  const months = counted
    ? counted.map((month): Month => openMonth(month, after))
    : await openStored(ledger, range, after, (first) =>
        read({ months: [first], size: wanted ? partOfPage(FIRST_ROWS) : fullPage(limit) }),
      );
  const page = new ListPage<ListedItem>(
    limit,
    listedPlace,
    (item) => !wanted || wanted(filteredOf(item)),
  );
  page.take(months);
  let before: Wave<ListedItem> | undefined;
  for (let rows = 0; !page.isDone && !isEnough(rows, most, months); ) {
    // Few events in many months make a page that ends before it is full.
    if (!wanted && before && page.chosen.length > 0 && !months[0]?.wasRead) break;
    const size = counted && !before ? FIRST_ROWS : each;
    before = wanted ? filteredWave(months, size, before) : pageWave(months, limit);
    rows += await read(before);
    page.take(months);
  }
  const keys = page.chosen.map(itemKey);
  const found = await get(keys);
  return { records: notUndone(keys.map(found)).map(recordOf), next: page.next, found };
}

/** True if a request has read its most, and a month that it began has a position to continue from. */
const isEnough = (rows: number, most: number, [first]: readonly Month[]): boolean =>
  rows >= most && first?.wasRead === true;

/**
 * Opens the stored months of a long range. The month in which the page before has ended is read beside the list of
 * months, and often fills the page.
 */
async function openStored(
  ledger: LedgerId,
  range: DateRange,
  after: EventPosition | undefined,
  read: (first: Month) => Promise<unknown>,
): Promise<Month[]> {
  const first = after && openMonth<ListedItem>(listMonthOf(after.supply_date), after);
  const days = { from: after?.supply_date ?? range.from, to: range.to };
  const [stored] = await Promise.all([monthsWithEvents(ledger, days), first && read(first)]);
  const later = stored.filter((month) => month !== first?.month);
  return [...(first ? [first] : []), ...later.map((month): Month => openMonth(month, after))];
}

/** Reads months concurrently. @returns the number of entries read */
async function readWave(
  ledger: LedgerId,
  range: DateRange & Pick<Asked, "where">,
  { months, size }: Wave<ListedItem>,
): Promise<number> {
  const counts = await Promise.all(
    months.map(async (month) => {
      const read = await readMonth(ledger, month.month, { ...range, after: month.after }, size);
      const { items, end, entries } = read;
      month.entries.push(...items);
      Object.assign(month, { after: end ?? month.after, goesOn: end !== undefined, wasRead: true });
      return entries;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

const filteredOf = (item: ListedItem): Filtered => ({
  ...ListedEvent.parse(item),
  supply_date: listedPlace(item).supply_date,
});

/** Reads one page of complete events of one month, for callers that process all events. */
export async function readEvents(
  ledger: LedgerId,
  range: DateRange,
  after?: EventPosition,
  limit = EVENTS_AT_ONCE,
): Promise<{ readonly items: readonly ListedItem[]; readonly next?: EventPosition | undefined }> {
  const page = await readIndex(ledger, range, after, { limit });
  return { items: await itemsOf(page.items), next: page.next };
}

/**
 * Reads one page of the events of these days that count in one of the partitions. The index selects them, so that events
 * of other returns are not read.
 */
export async function readEventsCountedIn(
  ledger: LedgerId,
  partitions: ReadonlySet<string>,
  range: DateRange,
  after?: EventPosition,
): ReturnType<typeof readEvents> {
  const page = await readIndex(ledger, range, after, { limit: EVENTS_AT_ONCE });
  const counted = page.items.filter((item) => {
    const { data } = ListedEvent.safeParse(item);
    return data !== undefined && partitions.has(data.counted_in);
  });
  return { items: await itemsOf(counted), next: page.next };
}

/** Reads the items of the index entries, in their order. */
async function itemsOf(listed: readonly ListedItem[]) {
  const keys = listed.map(itemKey);
  const found = new Map((await batchGetSoon(keys)).map((item) => [String(item["pk"]), item]));
  return notUndone(keys.map(({ pk }) => found.get(pk)));
}

const itemKey = ({ pk, sk }: ListedItem): Key => ({ pk: String(pk), sk: String(sk) });

/** Leaves out items that are not in the table, or were undone since they were listed. */
const notUndone = (items: readonly (Record<string, unknown> | undefined)[]) =>
  items.filter((item) => item !== undefined).filter((item) => item["undone"] === undefined);
