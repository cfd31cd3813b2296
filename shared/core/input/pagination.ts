import * as z from "zod";

/** Rows of a page: 50 by default, at most 200. */
const USUAL = 50;
const MOST = 200;
const LIMIT_RULE = `must be a number from 1 to ${MOST}`;
const MOST_CURSOR = 4_000;
const CURSOR_RULE = "is not a cursor of this list";

/** Query parameter `limit` of every list. */
export const Limit = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, LIMIT_RULE)
  .transform(Number)
  .refine((limit) => limit <= MOST, LIMIT_RULE)
  .default(USUAL)
  .meta({ description: `Rows of a page, 1 to ${MOST}` });

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
    .meta({ description: "next_cursor of the page before; opaque" });

export const cursorAt = (list: string, place: unknown): string =>
  btoa(encodeURIComponent(JSON.stringify([list, place])))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Query of a list whose rows have an id, after which the next page begins. */
export const listQuery = <Id extends z.ZodType>(list: string, id: Id) =>
  z.strictObject({ limit: Limit, cursor: cursorParam(list, id) });

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

/** Returns the number of rows that fit into one response, at least one. The page ends there and the list continues. */
export function countThatFits(rows: readonly unknown[]): number {
  let bytes = 0;
  const over = rows.findIndex((row, at) => {
    bytes += bytesOf(row);
    return at > 0 && bytes > MOST_BYTES;
  });
  return over < 0 ? rows.length : over;
}

/** Counts the bytes of a row in a response that is itself a JSON string, where quotation marks take two bytes. */
const bytesOf = (row: unknown): number =>
  new TextEncoder().encode(JSON.stringify(JSON.stringify(row))).length;

function decoded(cursor: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(atob(cursor.replaceAll("-", "+").replaceAll("_", "/"))));
  } catch {
    return undefined;
  }
}
