import * as z from "zod";

/** Rows of a page: 50 unless asked otherwise, at most 200. */
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
 * Query parameter `cursor` of one list: where the page before ended. It names its list and is
 * parsed like any input, so that a made-up one is refused.
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

/** The cursor behind `place` in `list`. */
export const cursorAt = (list: string, place: unknown): string =>
  btoa(encodeURIComponent(JSON.stringify([list, place])))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Lambda answers at most 6 MB; what is around the rows takes a little of it. */
const MOST_BYTES = 5_500_000;

/** How many of the rows one answer can hold: the page ends there, and the list goes on. At least one. */
export function countThatFits(rows: readonly unknown[]): number {
  let bytes = 0;
  const over = rows.findIndex((row, at) => {
    bytes += bytesOf(row);
    return at > 0 && bytes > MOST_BYTES;
  });
  return over < 0 ? rows.length : over;
}

/** In an answer that is a text within JSON itself: quotation marks take two bytes. */
const bytesOf = (row: unknown): number =>
  new TextEncoder().encode(JSON.stringify(JSON.stringify(row))).length;

function decoded(cursor: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(atob(cursor.replaceAll("-", "+").replaceAll("_", "/"))));
  } catch {
    return undefined;
  }
}
