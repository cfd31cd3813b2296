import type * as z from "zod";
import { type Endpoint, endpoint } from "./endpoint.ts";
import { gzip } from "./middleware/gzip.ts";
import { type CachePolicy, httpCache } from "./middleware/http-cache.ts";

/** For an hour a browser uses its stored page; later it revalidates the page. */
const AN_HOUR: CachePolicy = { maxAgeSeconds: 3600 };

type Reading = Pick<NonNullable<Parameters<typeof endpoint>[1]>, "readParameters">;

/**
 * Builds the Lambda handler of a public route that serves a large page or file, identical for all callers. `reading` is
 * passed in only by routes with parameters, because it imports the schema library.
 */
export function fileEndpoint<P extends z.ZodType>(
  definition: Pick<Endpoint<P>, "route" | "path" | "query" | "run">,
  cache = AN_HOUR,
  reading: Reading = {},
) {
  const cached = { ...definition, cache };
  return endpoint(cached, { guards: [httpCache(cache), gzip()], ...reading });
}
