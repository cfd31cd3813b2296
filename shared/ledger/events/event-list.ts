import * as z from "zod";
import type { DateRange } from "../../core/calendar/iso-date.ts";
import { batchGet, batchGetSoon } from "../../platform/dynamodb/batch-get.ts";
import type { EventRecord } from "./event-record.ts";
import type { EventPosition, Filtered } from "./listing.ts";
import { type ListedItem, listedPlace, readIndex } from "./store-event-list.ts";
import { recordOf } from "./store-events.ts";

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

/** A rare finding in a large ledger must not keep one request reading for minutes. */
const READS_PER_REQUEST = 20;

/** What is looked at in one go where not all are wanted, or all are worked on. */
const EVENTS_AT_ONCE = 1000;

type EventPage = {
  readonly records: readonly EventRecord[];
  /** Where to go on; undefined at the end. A page may end early, even empty, before the list does. */
  readonly next?: EventPosition | undefined;
};

/**
 * Events from `after` on, as many as `limit` of those that `wanted` lets pass; without it, of all. They are
 * chosen by the index and shown as the table has them.
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
      ? page.items.filter((item) => wanted(ListedEvent.parse(item)))
      : page.items;
    const taken = fitting.slice(0, limit - chosen.length);
    chosen.push(...taken);
    const last = taken.at(-1);
    position = taken.length < fitting.length && last ? listedPlace(last) : page.next;
    if (!position || chosen.length === limit) break;
  }
  return { records: (await itemsOf(chosen, batchGet)).map(recordOf), next: position };
}

/** One page of whole events, of one month, for whoever works through all of them. */
export async function readEvents(
  account: string,
  range: DateRange,
  after?: EventPosition,
  limit = EVENTS_AT_ONCE,
): Promise<{ readonly items: readonly ListedItem[]; readonly next?: EventPosition | undefined }> {
  const page = await readIndex(account, range, after, { limit });
  return { items: await itemsOf(page.items, batchGetSoon), next: page.next };
}

/** The items behind those of the index, in their order. What is not in the table, or was undone since, is left out. */
async function itemsOf(listed: readonly ListedItem[], get: typeof batchGet) {
  const keys = listed.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
  const found = new Map((await get(keys)).map((item) => [String(item["pk"]), item]));
  const items = keys.map(({ pk }) => found.get(pk)).filter((item) => item !== undefined);
  return items.filter((item) => item["undone"] === undefined);
}
