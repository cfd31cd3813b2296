import type { DateRange } from "../../core/calendar/dates.ts";
import type { EventId, LedgerId } from "../../core/ids.ts";

/*
 * The list of an account's supply events, part of the access patterns of keys.ts.
 *
 *   gsi1pk                     gsi1sk                      item                        read by
 *   E#<account>#<YYYY-MM>      <DD>#<id>                   supply events by day        list, audit, recount,
 *     #<shard>                                                                         records
 *
 * The keys are short, since each event has them: ten more bytes add a write unit to every third event. In the month
 * that combines all days before 2015, the full date precedes the id.
 *
 * A partition accepts a thousand writes a second. The month of an account therefore has one partition per shard, and
 * readers merge the shards (docs/decisions/0182).
 */
export const LIST_SHARDS: readonly number[] = [0, 1, 2, 3];

/**
 * The first month with its own list. Earlier days, before the first such scheme (Directive 2008/8/EC, from 2015), are
 * combined.
 */
const FIRST_MONTH = "2015-01";
const EARLIER = "0000-00";

/** Returns the month under which an event of that day is listed. */
export function listMonthOf(day: string): string {
  const month = day.slice(0, 7);
  return month < FIRST_MONTH ? EARLIER : month;
}

/** True if `month` is a calendar month and not the combined month of all earlier days. */
export const isOneMonth = (month: string): boolean => month !== EARLIER;

/**
 * Maximum number of months to read one by one: a quarter. For longer ranges, querying the months that have events is
 * cheaper.
 */
const MOST_COUNTED = 3;

/** Returns the months of a range, in order; undefined when there are too many to read one by one. */
export function listMonthsOf({ from, to }: DateRange): string[] | undefined {
  const last = listMonthOf(to);
  const months: string[] = [];
  for (let month = listMonthOf(from); month <= last; month = monthAfter(month)) {
    if (months.length === MOST_COUNTED) return undefined;
    months.push(month);
  }
  return months;
}

/** Returns those of the stored months that may list events of a range. */
export const monthsWithin = (months: readonly string[], { from, to }: DateRange): string[] =>
  months.filter((month) => listMonthOf(from) <= month && month <= listMonthOf(to));

function monthAfter(key: string): string {
  if (key === EARLIER) return FIRST_MONTH;
  const [year, month] = key.split("-").map(Number) as [number, number];
  return month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, "0")}`;
}

/** Returns the shard of an id. The result is stable and even for consecutive ids (FNV-1a, its highest bits). */
function shardOf(eventId: EventId): number {
  let hash = 0x811c9dc5;
  for (const unit of eventId) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 16) % LIST_SHARDS.length;
}

export const eventListPartition = (ledger: LedgerId, month: string, shard: number | string) => ({
  gsi1pk: `E#${ledger}#${month}#${shard}`,
});

/** True if a partition of the index lists events of the account. */
export const isListedEvent = (ledger: LedgerId, gsi1pk: string): boolean =>
  gsi1pk.startsWith(`E#${ledger}#`);

type ListPlace = { readonly supply_date: string; readonly event_id: EventId };

export function eventIndexKey(ledger: LedgerId, supply_date: string, event_id: EventId) {
  const month = listMonthOf(supply_date);
  return {
    ...eventListPartition(ledger, month, shardOf(event_id)),
    gsi1sk: sortKey(month, { supply_date, event_id }),
  };
}

/** Returns the day and event id of a list key. */
export function placeInList(key: { readonly gsi1pk: string; readonly gsi1sk: string }): ListPlace {
  const month = key.gsi1pk.split("#").at(-2) ?? "";
  const end = key.gsi1sk.indexOf("#");
  const day = key.gsi1sk.slice(0, end);
  return {
    supply_date: month === EARLIER ? day : `${month}-${day}`,
    event_id: key.gsi1sk.slice(end + 1) as EventId,
  };
}

const sortKey = (month: string, { supply_date, event_id }: ListPlace): string =>
  `${dayIn(month, supply_date)}#${event_id}`;

/** Returns the day part of a month's keys, or a value before or after all days of the month. */
function dayIn(month: string, day: string): string {
  if (month === EARLIER) return day;
  if (day.slice(0, 7) === month) return day.slice(8);
  return day < month ? "00" : "99";
}

/** A range of the list, with both days included. `after` is the last event of the previous page. */
export type ListedRange = DateRange & { readonly after?: ListPlace | undefined };

/** Builds the query for the events of one shard of a month between two days, ordered by day. */
export const eventsOfShard = (
  ledger: LedgerId,
  month: string,
  shard: number,
  { from, to, after }: ListedRange,
) => ({
  KeyConditionExpression: "gsi1pk = :pk AND gsi1sk BETWEEN :from AND :to",
  ExpressionAttributeValues: {
    ":pk": eventListPartition(ledger, month, shard).gsi1pk,
    // The smallest key after the event. No start key fits all shards, since the event is in only one of them.
    ":from": after ? `${sortKey(month, after)}\0` : `${dayIn(month, from)}#`,
    // The character after "#", because an id may begin with the highest character.
    ":to": `${dayIn(month, to)}$`,
  },
});
