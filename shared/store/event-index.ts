import * as z from "zod";
import { ALL_DAYS, type DateRange, type IsoDate } from "../calendar/iso-date.ts";
import type { EventRecord } from "../ledger/ledger-view.ts";
import type { EventPosition, Filtered } from "../ledger/listing.ts";
import { eventIndexKey, eventKey, eventsBetween, placeOfIndexKey } from "../table/keys.ts";
import { PAGE_LIMIT } from "./dynamo.ts";
import { queryPage } from "./query.ts";
import { recordOf } from "./supply-events.ts";

const IndexEntry = z
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

type EventPage = {
  readonly records: readonly EventRecord[];
  /** Where to go on; undefined at the end. A page may end early, even empty, before the list does. */
  readonly next?: EventPosition | undefined;
};

/**
 * Events of the index from `after` on, as many as `limit` of those that `wanted` lets pass. The
 * index is a little behind the table on AWS (eventual consistency), never locally.
 */
export async function listEvents(
  account: string,
  range: DateRange,
  { limit, after }: { limit: number; after?: EventPosition | undefined },
  wanted: (event: Filtered) => boolean,
): Promise<EventPage> {
  const records: EventRecord[] = [];
  let position = after;
  for (let reads = 0; reads < READS_PER_REQUEST; reads += 1) {
    const page = await readIndex(account, range, position);
    for (const item of page.items) {
      if (!wanted(IndexEntry.parse(item))) continue;
      records.push(recordOf(item));
      if (records.length === limit) return { records, next: positionOf(records) };
    }
    position = page.next;
    if (!position) return { records };
  }
  return { records, next: position };
}

function positionOf(records: readonly EventRecord[]): EventPosition | undefined {
  const last = records.at(-1);
  return last && { supply_date: last.supply_date, event_id: last.event_id };
}

/** The day of the account's latest supply; undefined when it has none. */
export async function latestSupplyDay(account: string): Promise<IsoDate | undefined> {
  const { from, to } = ALL_DAYS;
  const query = { ...eventsBetween(account, from, to), ScanIndexForward: false, Limit: 1 };
  const { items } = await queryPage(query);
  return items[0] && placeOfIndexKey(String(items[0]["gsi1sk"])).supply_date;
}

/** One read of the index, up to 1 MB, or `limit` events. */
export async function readIndex(
  account: string,
  { from, to }: DateRange,
  after?: EventPosition,
  limit = PAGE_LIMIT,
) {
  const { items, next } = await queryPage(
    { ...eventsBetween(account, from, to), Limit: limit },
    after && startKey(account, after),
  );
  return { items, next: next && placeOfIndexKey(String(next["gsi1sk"])) };
}

const startKey = (account: string, { supply_date, event_id }: EventPosition) => ({
  ...eventKey(account, event_id),
  ...eventIndexKey(account, supply_date, event_id),
});
