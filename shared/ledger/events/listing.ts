import * as z from "zod";
import { ALL_DAYS, type DateRange, type IsoDate } from "../../core/calendar/iso-date.ts";
import { periodNamed } from "../../core/calendar/period.ts";
import { IsoDate as IsoDateSchema, NamedPeriod } from "../../core/calendar/schema.ts";
import { countThatFits, cursorAt, cursorParam, Limit } from "../../core/input/pagination.ts";
import { CHECK_CODES } from "../../vat/schemes/check-codes.ts";
import { EventId, SOURCE_KEY_FORM, SOURCE_KEY_RULE } from "../../vat/schemes/event-fields.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { CLASSIFICATIONS } from "../../vat/schemes/supply-event.ts";
import { WARNING_CODES } from "../../vat/schemes/warnings.ts";
import { exclusionIn } from "../sums/sum-key.ts";
import type { EventRecord } from "./event-record.ts";
import { eventUnder } from "./record.ts";
import { SupplyEventResponse } from "./schema.ts";

const LIST = "supply-events";

/**
 * True if only the return of a period finds most events of this code. A correction without a sale has its code by
 * itself; the return adds corrections of sales outside the registrations.
 */
const needsPeriod = (warning: string | undefined): boolean =>
  warning !== "correction_reference_missing_excluded" &&
  SCHEMES.some(({ found_by_returns }) => [...found_by_returns].some((code) => code === warning));

/**
 * The codes under which reports count events. Other codes are rejected: a misspelt code would look like "nothing
 * found".
 */
const FILTER_CODES = [...WARNING_CODES, ...CHECK_CODES] as const;

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
  limit: Limit,
  cursor: cursorParam(LIST, z.tuple([z.string(), IsoDateSchema, EventId])),
});
export const EventListQuery = Filters.refine(
  ({ period, warning }) => period !== undefined || !needsPeriod(warning),
  { path: ["period"], error: "required with this warning: only the report of a period finds it" },
);
export type EventListQuery = z.output<typeof EventListQuery>;

export const SupplyEventList = z
  .strictObject({ items: z.array(SupplyEventResponse), next_cursor: z.string().nullable() })
  .meta({ id: "SupplyEventList" });

/** A position in the index. Listings are ordered by day, then by id. */
export type EventPosition = { readonly supply_date: IsoDate; readonly event_id: string };

/** Returns the days that a listing covers. */
export function eventDays({ period }: EventListQuery): DateRange {
  const found = periodNamed(period ?? "");
  return found ? { from: found.firstDay, to: found.lastDay } : ALL_DAYS;
}

/** The fields that a listing filters by. */
export type Filtered = {
  readonly source_id?: string | undefined;
  readonly classification_status: string;
  readonly supply_date: IsoDate;
  /** The partition that the event counts in, and its place in the return of that period. */
  readonly counted_in: string;
  readonly counted_as: string;
  readonly check_codes: readonly string[];
};

/** True if the listing filters by more than the day. */
export const isEventListFiltered = (query: EventListQuery): boolean =>
  [query.source_id, query.classification_status, query.warning].some((one) => one !== undefined);

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

/** Returns the filters that a cursor belongs to. With other filters the cursor would skip or repeat rows. */
const filtersOf = ({ period, source_id, classification_status, warning }: EventListQuery): string =>
  JSON.stringify([period, source_id, classification_status, warning]);

export const cursorAfterEvent = (query: EventListQuery, place: EventPosition): string =>
  cursorAt(LIST, [filtersOf(query), place.supply_date, place.event_id]);

/**
 * Returns the end of the page before, or undefined at the start. Returns `foreign` if the cursor belongs to other
 * filters or is invented: DynamoDB accepts no start outside the queried range.
 */
export function eventListStart(
  query: EventListQuery,
  { from, to }: DateRange,
): EventPosition | undefined | "foreign" {
  if (!query.cursor) return undefined;
  const [filters, supply_date, event_id] = query.cursor;
  const ours = filters === filtersOf(query) && from <= supply_date && supply_date <= to;
  return ours ? { supply_date, event_id } : "foreign";
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
) {
  const items = records.map((record) => eventUnder(record, warning));
  const count = countThatFits(items);
  const last = records[count - 1];
  const isCut = count < items.length && last !== undefined;
  return {
    items: items.slice(0, count),
    next: isCut ? { supply_date: last.supply_date, event_id: last.event_id } : next,
  };
}
