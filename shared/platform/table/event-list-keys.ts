import type { DateRange } from "../../core/calendar/iso-date.ts";

/*
 * The list of an account's supply events, part of the access patterns of keys.ts.
 *
 *   gsi1pk                     gsi1sk                      item                        read by
 *   E#<account>#<YYYY-MM>      <DD>#<id>                   supply events by day        list, audit, recount,
 *     #<shard>                                                                         records
 *
 * Short, since each event has them: ten bytes more are a write unit more of every third event. In the
 * month of all days before 2015 the whole date stands before the id.
 *
 * A partition takes a thousand writes a second: a month of an account has as many partitions as there
 * are shards, and whoever reads it puts them together again (docs/decisions/0182).
 */
export const LIST_SHARDS: readonly number[] = [0, 1, 2, 3];

/** Days before there was a scheme of this kind (Directive 2008/8/EC, from 2015) share a month. */
const FIRST_MONTH = "2015-01";
const EARLIER = "0000-00";

/** The month under which an event of that day is listed. */
export function listMonthOf(day: string): string {
  const month = day.slice(0, 7);
  return month < FIRST_MONTH ? EARLIER : month;
}

/** Whether it is a month of the calendar, and not all those before there was a scheme. */
export const isOneMonth = (month: string): boolean => month !== EARLIER;

/** A quarter's. Of longer ranges it is cheaper to ask in which months the account has events. */
const MOST_COUNTED = 3;

/** The months of a range, in order; undefined when they are too many to be read one by one. */
export function listMonthsOf({ from, to }: DateRange): string[] | undefined {
  const last = listMonthOf(to);
  const months: string[] = [];
  for (let month = listMonthOf(from); month <= last; month = monthAfter(month)) {
    if (months.length === MOST_COUNTED) return undefined;
    months.push(month);
  }
  return months;
}

function monthAfter(key: string): string {
  if (key === EARLIER) return FIRST_MONTH;
  const [year, month] = key.split("-").map(Number) as [number, number];
  return month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, "0")}`;
}

/** The same for an id at all times, and even over ids that count up (FNV-1a, its highest bits). */
function shardOf(eventId: string): number {
  let hash = 0x811c9dc5;
  for (const unit of eventId) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 16) % LIST_SHARDS.length;
}

export const eventListPartition = (account: string, month: string, shard: number | string) => ({
  gsi1pk: `E#${account}#${month}#${shard}`,
});

/** Whether a partition of the index lists events of the account. */
export const isListedEvent = (account: string, gsi1pk: string): boolean =>
  gsi1pk.startsWith(`E#${account}#`);

type Place = { readonly supply_date: string; readonly event_id: string };

export function eventIndexKey(account: string, supply_date: string, event_id: string) {
  const month = listMonthOf(supply_date);
  return {
    ...eventListPartition(account, month, shardOf(event_id)),
    gsi1sk: sortKey(month, { supply_date, event_id }),
  };
}

/** The day and id behind a key of the list. */
export function placeInList(key: { readonly gsi1pk: string; readonly gsi1sk: string }): Place {
  const month = key.gsi1pk.split("#").at(-2) ?? "";
  const end = key.gsi1sk.indexOf("#");
  const day = key.gsi1sk.slice(0, end);
  return {
    supply_date: month === EARLIER ? day : `${month}-${day}`,
    event_id: key.gsi1sk.slice(end + 1),
  };
}

const sortKey = (month: string, { supply_date, event_id }: Place): string =>
  `${dayIn(month, supply_date)}#${event_id}`;

/** A day as it stands in the keys of a month, or what comes before or behind all of its days. */
function dayIn(month: string, day: string): string {
  if (month === EARLIER) return day;
  if (day.slice(0, 7) === month) return day.slice(8);
  return day < month ? "00" : "99";
}

/** Where a page begins and ends: behind an event, or with a day; both days included. */
export type ListedRange = DateRange & { readonly after?: Place | undefined };

/** The events of a shard of a month, from one day to another, by day. */
export const eventsOfShard = (
  account: string,
  month: string,
  shard: number,
  { from, to, after }: ListedRange,
) => ({
  KeyConditionExpression: "gsi1pk = :pk AND gsi1sk BETWEEN :from AND :to",
  ExpressionAttributeValues: {
    ":pk": eventListPartition(account, month, shard).gsi1pk,
    // The least text behind the event's: its shard is one of several, so no start key fits them all.
    ":from": after ? `${sortKey(month, after)}\0` : `${dayIn(month, from)}#`,
    // The character after "#": an id may begin with the last character there is.
    ":to": `${dayIn(month, to)}$`,
  },
});
