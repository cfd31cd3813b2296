import { ZodError } from "zod";
import type { StartKey } from "../table/keys.ts";
import { logger } from "../telemetry/telemetry.ts";
import { pages } from "./client.ts";

type Item = Record<string, unknown>;
type Query = Parameters<typeof pages>[0];

/**
 * Parses the items of a list. An item that this version cannot read is named in the log and left out, so that it stops
 * neither the list nor a start. Items that decide a figure, a right or a lock are not read by this: they must fail.
 */
export const parseReadable = <T>(items: readonly Item[], parse: (item: Item) => T): T[] =>
  items.flatMap((item) => {
    try {
      return [parse(item)];
    } catch (error) {
      if (!(error instanceof ZodError)) throw error;
      const fields = error.issues.map(({ path }) => path.join("."));
      logger.error("item not readable", { pk: item["pk"], sk: item["sk"], fields });
      return [];
    }
  });

type Part = { readonly limit: number; readonly after?: StartKey };

/** Reads the last `limit` readable items of a query in the order of their keys, the newest first, strongly consistent. */
export const newestReadable = <T>(query: Query, part: Part, parse: (item: Item) => T) =>
  readable({ ...query, ScanIndexForward: false }, part, parse);

/** Reads the first `limit` readable items of a query in the order of their keys, strongly consistent. */
export const oldestReadable = <T>(query: Query, part: Part, parse: (item: Item) => T) =>
  readable(query, part, parse);

async function readable<T>(
  query: Query,
  { limit, after }: Part,
  parse: (item: Item) => T,
): Promise<T[]> {
  const found: T[] = [];
  for await (const items of pages({ ...query, ConsistentRead: true, Limit: limit }, after)) {
    found.push(...parseReadable(items, parse));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}
