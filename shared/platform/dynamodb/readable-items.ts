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

/** Reads the last `limit` readable items of a query in the order of their keys, the newest first, strongly consistent. */
export async function newestReadable<T>(
  query: Query,
  { limit, after }: { readonly limit: number; readonly after?: StartKey },
  parse: (item: Item) => T,
): Promise<T[]> {
  const found: T[] = [];
  const newest = { ...query, ConsistentRead: true, ScanIndexForward: false, Limit: limit };
  for await (const items of pages(newest, after)) {
    found.push(...parseReadable(items, parse));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}
