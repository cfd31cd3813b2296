import * as z from "zod";
import { SOURCE_KEY_FORM, SOURCE_KEY_RULE } from "../../accounts/sources.ts";
import { ALL_DAYS, type DateRange, type IsoDate } from "../../core/calendar/iso-date.ts";
import { periodNamed } from "../../core/calendar/period.ts";
import { IsoDate as IsoDateSchema, NamedPeriod } from "../../core/calendar/schema.ts";
import { countThatFits, cursorAt, cursorParam, Limit } from "../../core/input/pagination.ts";
import { CHECK_CODES } from "../../vat/schemes/check-codes.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { CLASSIFICATIONS } from "../../vat/schemes/supply-event.ts";
import { WARNING_CODES } from "../../vat/schemes/warnings.ts";
import { exclusionIn } from "../sums/sum-key.ts";
import type { EventRecord } from "./event-record.ts";
import { eventUnder } from "./record.ts";
import { EventId, SupplyEventResponse } from "./schema.ts";

const LIST = "supply-events";

/** Whether a return may leave events out under the code that do not know it themselves. */
const isFoundByReturns = (warning: string | undefined): boolean =>
  SCHEMES.some(({ found_by_returns }) => [...found_by_returns].some((code) => code === warning));

/** What a report counts events under. A misspelt code would look like "nothing found". */
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
        "An exclusion or check code; the events counted under it. What a return may find by itself (missing exchange rates, registrations, services taxed where the account is identified) needs `period`",
    }),
  limit: Limit,
  cursor: cursorParam(LIST, z.tuple([z.string(), IsoDateSchema, EventId])),
});
export const EventListQuery = Filters.refine(
  ({ period, warning }) => period !== undefined || !isFoundByReturns(warning),
  { path: ["period"], error: "required with this warning: only the report of a period finds it" },
);
export type EventListQuery = z.output<typeof EventListQuery>;

export const SupplyEventList = z
  .strictObject({ items: z.array(SupplyEventResponse), next_cursor: z.string().nullable() })
  .meta({ id: "SupplyEventList" });

/** A place in the index: listings go by day, then by id. */
export type EventPosition = { readonly supply_date: IsoDate; readonly event_id: string };

/** The days a listing covers. */
export function eventDays({ period }: EventListQuery): DateRange {
  const found = periodNamed(period ?? "");
  return found ? { from: found.firstDay, to: found.lastDay } : ALL_DAYS;
}

/** What a filter looks at. */
export type Filtered = {
  readonly source_id?: string | undefined;
  readonly classification_status: string;
  /** The book that it counts in, and its place in the return of that book's period. */
  readonly counted_in: string;
  readonly counted_as: string;
  readonly check_codes: readonly string[];
};

/** Whether the listing looks at more than the day. */
export const isEventListFiltered = (query: EventListQuery): boolean =>
  [query.source_id, query.classification_status, query.warning].some((one) => one !== undefined);

/** Whether an event is asked for; `isExcluded` tells what a report has excluded as `warning`. */
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
      exclusionIn(event.counted_as) === warning ||
      event.check_codes.includes(warning) ||
      isExcluded(event))
  );
}

/** A cursor belongs to its filters: with others it would skip or repeat rows. */
const filtersOf = ({ period, source_id, classification_status, warning }: EventListQuery): string =>
  JSON.stringify([period, source_id, classification_status, warning]);

export const cursorAfterEvent = (query: EventListQuery, place: EventPosition): string =>
  cursorAt(LIST, [filtersOf(query), place.supply_date, place.event_id]);

/**
 * Where the page before ended, or undefined at the start; `foreign` when the cursor is of other
 * filters, or made up: DynamoDB takes no start outside the range it is asked for.
 */
export function eventListStart(query: EventListQuery): EventPosition | undefined | "foreign" {
  if (!query.cursor) return undefined;
  const [filters, supply_date, event_id] = query.cursor;
  const { from, to } = eventDays(query);
  const ours = filters === filtersOf(query) && from <= supply_date && supply_date <= to;
  return ours ? { supply_date, event_id } : "foreign";
}

/**
 * The rows of a page as they are shown, and where the next one begins. It ends early where an answer
 * could not hold more: metadata may be long.
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
