import * as z from "zod";
import { ALL_DAYS, type DateRange, type IsoDate } from "../../core/calendar/iso-date.ts";
import { batchGet, batchGetSoon, queryPage } from "../../platform/dynamodb/read.ts";
import {
  eventsOfShard,
  LIST_SHARDS,
  type ListedRange,
  listMonthsOf,
  monthsWithin,
  placeInList,
} from "../../platform/table/event-list-keys.ts";
import { INDEX } from "../../platform/table/keys.ts";
import { loadRecount } from "../recount/store-recounts.ts";
import type { EventRecord } from "./event-record.ts";
import type { EventPosition, Filtered } from "./listing.ts";
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
 * Reads events from the index after `after`, ordered by day and id: at most `limit`, and of one month, unless `fill`
 * asks for a full page from several months. On AWS the index lags slightly behind the table; locally it does not.
 */
export async function readIndex(
  account: string,
  range: DateRange,
  after: EventPosition | undefined,
  { limit, fill = false }: { readonly limit: number; readonly fill?: boolean },
): Promise<IndexPage> {
  const months = await monthsFrom(account, {
    from: after?.supply_date ?? range.from,
    to: range.to,
  });
  const items: ListedItem[] = [];
  for (const [n, month] of months.entries()) {
    const goesOn = await fillFrom(account, month, { ...range, after }, { items, limit });
    const last = items.at(-1);
    if (!last || (fill && items.length < limit)) continue;
    return { items, next: goesOn || n < months.length - 1 ? listedPlace(last) : undefined };
  }
  return { items };
}

type Filled = { readonly items: ListedItem[]; readonly limit: number };

/** Adds the events of a month, up to the limit. @returns true if the month has more. */
async function fillFrom(
  account: string,
  month: string,
  range: ListedRange,
  { items, limit }: Filled,
): Promise<boolean> {
  for (let { after } = range; ; ) {
    const page = await readMonth(account, month, { ...range, after }, limit - items.length);
    items.push(...page.items);
    if (!page.goesOn || items.length >= limit) return page.goesOn;
    after = listedPlace(page.items.at(-1) ?? {});
  }
}

/**
 * Returns the months that may have events of these days. A short range is enumerated; for a long one the account's
 * stored months are used.
 */
async function monthsFrom(account: string, range: DateRange): Promise<readonly string[]> {
  const counted = listMonthsOf(range);
  if (counted) return counted;
  const { event_months } = await loadRecount(account);
  return monthsWithin(event_months, range);
}

/** Reads a page of a month and merges its shards. Each shard returns somewhat more than its part of the page. */
async function readMonth(account: string, month: string, range: ListedRange, limit: number) {
  const share = limit / LIST_SHARDS.length;
  const Limit = Math.ceil(share + Math.sqrt(share));
  const pages = await Promise.all(
    LIST_SHARDS.map((shard) =>
      queryPage({ IndexName: INDEX, ...eventsOfShard(account, month, shard, range), Limit }),
    ),
  );
  // A shard with further items may have items after its last one that other shards would skip, so the page ends there.
  const ends = pages.flatMap(({ items, next }) => (next ? [keyOf(items.at(-1) ?? {})] : []));
  const end = ends.sort(byBytes)[0];
  const known = pages
    .flatMap(({ items }) => items)
    .filter((item) => end === undefined || byBytes(keyOf(item), end) <= 0)
    .sort((a, b) => byBytes(keyOf(a), keyOf(b)));
  const items = known.slice(0, limit);
  return { items, goesOn: end !== undefined || items.length < known.length };
}

/** Returns the day of the account's latest supply; undefined if it has none. */
export async function latestSupplyDay(account: string): Promise<IsoDate | undefined> {
  const { event_months } = await loadRecount(account);
  for (const month of event_months.toReversed()) {
    const pages = await Promise.all(
      LIST_SHARDS.map((shard) => {
        const query = { IndexName: INDEX, ...eventsOfShard(account, month, shard, ALL_DAYS) };
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

const ListedEvent = z
  .object({
    source_id: z.string().optional(),
    classification_status: z.string(),
    entries: z.tuple([z.object({ b: z.string(), k: z.string() })], z.unknown()),
    check_codes: z.array(z.string()),
  })
  .transform(({ entries: [place], ...entry }) => ({
    ...entry,
    counted_in: place.b,
    counted_as: place.k,
  }));

/** Maximum number of index reads in one request, so that a rare finding in a large ledger cannot take minutes. */
const READS_PER_REQUEST = 20;

/** Number of events read at once, if the list is filtered or all events are processed. */
const EVENTS_AT_ONCE = 1000;

type EventPage = {
  readonly records: readonly EventRecord[];
  /** The position to continue from; undefined at the end. A page may be short or empty before the end. */
  readonly next?: EventPosition | undefined;
};

/**
 * Lists events after `after`, up to `limit` of those that `wanted` accepts; all without `wanted`. The index selects the
 * events and the table provides their content.
 */
export async function listEvents(
  account: string,
  range: DateRange,
  { limit, after }: { limit: number; after?: EventPosition | undefined },
  wanted?: (event: Filtered) => boolean,
): Promise<EventPage> {
  const chosen: ListedItem[] = [];
  let position = after;
  for (let reads = 0; reads < READS_PER_REQUEST; reads += 1) {
    const rows = wanted ? EVENTS_AT_ONCE : limit - chosen.length;
    const page = await readIndex(account, range, position, { limit: rows, fill: true });
    const fitting = wanted
      ? page.items.filter((item) =>
          wanted({ ...ListedEvent.parse(item), supply_date: listedPlace(item).supply_date }),
        )
      : page.items;
    const taken = fitting.slice(0, limit - chosen.length);
    chosen.push(...taken);
    const last = taken.at(-1);
    position = taken.length < fitting.length && last ? listedPlace(last) : page.next;
    if (!position || chosen.length === limit) break;
  }
  return { records: (await itemsOf(chosen, batchGet)).map(recordOf), next: position };
}

/** Reads one page of complete events of one month, for callers that process all events. */
export async function readEvents(
  account: string,
  range: DateRange,
  after?: EventPosition,
  limit = EVENTS_AT_ONCE,
): Promise<{ readonly items: readonly ListedItem[]; readonly next?: EventPosition | undefined }> {
  const page = await readIndex(account, range, after, { limit });
  return { items: await itemsOf(page.items, batchGetSoon), next: page.next };
}

/**
 * Reads one page of the events of these days that count in one of the partitions. The index selects them, so that events
 * of other returns are not read.
 */
export async function readEventsCountedIn(
  account: string,
  partitions: ReadonlySet<string>,
  range: DateRange,
  after?: EventPosition,
): ReturnType<typeof readEvents> {
  const page = await readIndex(account, range, after, { limit: EVENTS_AT_ONCE });
  const counted = page.items.filter((item) => {
    const { data } = ListedEvent.safeParse(item);
    return data !== undefined && partitions.has(data.counted_in);
  });
  return { items: await itemsOf(counted, batchGetSoon), next: page.next };
}

/**
 * Reads the items of the index entries, in their order. Leaves out an item that is not in the table or was undone
 * since.
 */
async function itemsOf(listed: readonly ListedItem[], get: typeof batchGet) {
  const keys = listed.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
  const found = new Map((await get(keys)).map((item) => [String(item["pk"]), item]));
  const items = keys.map(({ pk }) => found.get(pk)).filter((item) => item !== undefined);
  return items.filter((item) => item["undone"] === undefined);
}
