import * as z from "zod";
import { type DomainError, invalidRequest } from "../errors/errors.ts";

/** Rows of a page: 50 by default, at most 200. */
const USUAL = 50;
const MOST = 200;
const LIMIT_RULE = `must be a number from 1 to ${MOST}`;
const MOST_CURSOR = 4_000;
const CURSOR_RULE = "is not a cursor of this list";

const Rows = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, LIMIT_RULE)
  .transform(Number)
  .refine((limit) => limit <= MOST, LIMIT_RULE);

/** Query parameter `limit` of every list. */
export const Limit = Rows.default(USUAL).meta({ description: `Rows of a page, 1 to ${MOST}` });

/** Query parameter `limit` of a list that answers all its rows without it. */
export const OptionalLimit = Rows.optional().meta({
  description: `Rows of a page, 1 to ${MOST}; all rows unless given`,
});

/**
 * Query parameter `cursor` of one list: the end of the previous page. A cursor contains the name of its list and is
 * validated like any input, so an invented cursor is rejected.
 */
export const cursorParam = <P extends z.ZodType>(list: string, place: P) =>
  z
    .string()
    .max(MOST_CURSOR, { error: CURSOR_RULE, abort: true })
    .regex(/^[\w-]+$/, CURSOR_RULE)
    .transform((text, context): z.output<P> => {
      const parsed = z.tuple([z.literal(list), place]).safeParse(decoded(text));
      if (parsed.success) return parsed.data[1] as z.output<P>;
      context.addIssue(CURSOR_RULE);
      return z.NEVER;
    })
    .optional()
    .meta({ description: "The `next_cursor` of the page before; opaque" });

/** Builds the error for a cursor whose place is outside the list. DynamoDB accepts no start outside the queried range. */
export const inventedCursor = (): DomainError =>
  invalidRequest([{ field: "cursor", message: CURSOR_RULE }]);

export const cursorAt = (list: string, place: unknown): string =>
  btoa(encodeURIComponent(JSON.stringify([list, place])))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Query of a list whose rows have an id, after which the next page begins. */
export const listQuery = <Id extends z.ZodType>(list: string, id: Id) =>
  z.strictObject({ limit: Limit, cursor: cursorParam(list, id) });

/** The place of a row in a list that is loaded as a whole: its position, and its id. */
const RowPlace = z.tuple([z.int().min(0), z.string()]);

/** Query of a list that is loaded as a whole. */
export const loadedListQuery = (list: string) => listQuery(list, RowPlace);

/** Query of a list that is loaded as a whole, and answers all its rows unless `limit` is sent. */
export const wholeListQuery = (list: string) =>
  z.strictObject({ limit: OptionalLimit, cursor: cursorParam(list, RowPlace) });

/**
 * Builds a page of a list that is loaded as a whole. The page begins after the row of the cursor; where that row is
 * gone, at its former position.
 */
export function pageOfAll<Row, View>(
  list: string,
  rows: readonly Row[],
  query: {
    readonly limit?: number | undefined;
    readonly cursor?: z.output<typeof RowPlace> | undefined;
  },
  { idOf, view }: { readonly idOf: (row: Row) => string; readonly view: (row: Row) => View },
): { items: View[]; next_cursor: string | null } {
  const [position, id] = query.cursor ?? [0, undefined];
  const found = rows.findIndex((row) => idOf(row) === id);
  const start = found < 0 ? position : found + 1;
  const end = start + (query.limit ?? rows.length);
  const page = rows.slice(start, end);
  const last = page.at(-1);
  return {
    items: page.map(view),
    next_cursor: last && end < rows.length ? cursorAt(list, [end - 1, idOf(last)]) : null,
  };
}

/** The field of every list that pages. */
export const NextCursor = z.string().nullable();

/** Builds a page of at most `limit` rows from the next `limit` + 1 rows. */
export function pageOf<Row, View>(
  list: string,
  rows: readonly Row[],
  limit: number,
  { idOf, view }: { readonly idOf: (row: Row) => string; readonly view: (row: Row) => View },
): { items: View[]; next_cursor: string | null } {
  const views = rows.slice(0, limit).map(view);
  const items = views.slice(0, countThatFits(views));
  const last = rows[items.length - 1];
  const isMore = rows.length > items.length;
  return { items, next_cursor: last && isMore ? cursorAt(list, idOf(last)) : null };
}

/** Maximum size of the rows in a response. Lambda returns at most 6 MB, and the envelope needs part of it. */
const MOST_BYTES = 5_500_000;

/** Maximum size of the rows in a compressed response, before compression. Rows of the longest texts in the rarest letters shrink to less than half. */
const MOST_COMPRESSED = 9_000_000;

/** Returns the number of rows that fit into one response, at least one. The page ends there and the list continues. */
export function countThatFits(rows: readonly unknown[], isCompressed = false): number {
  const most = isCompressed ? MOST_COMPRESSED : MOST_BYTES;
  let bytes = 0;
  const over = rows.findIndex((row, at) => {
    const text = JSON.stringify(row);
    // A response that is not compressed is itself a JSON string, where quotation marks take two bytes.
    bytes += bytesOf(isCompressed ? text : JSON.stringify(text));
    return at > 0 && bytes > most;
  });
  return over < 0 ? rows.length : over;
}

const utf8 = new TextEncoder();

const bytesOf = (text: string): number => utf8.encode(text).length;

function decoded(cursor: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(atob(cursor.replaceAll("-", "+").replaceAll("_", "/"))));
  } catch {
    return undefined;
  }
}
