import type * as z from "zod";
import { type Endpoint, endpoint } from "./endpoint.ts";
import { gzip } from "./middleware/gzip.ts";
import { type CachePolicy, httpCache } from "./middleware/http-cache.ts";

/** Asked again within the hour, a browser has the page at once; later it asks whether it changed. */
const AN_HOUR: CachePolicy = { maxAgeSeconds: 3600 };

type Reading = Pick<NonNullable<Parameters<typeof endpoint>[1]>, "readParameters">;

/**
 * The Lambda handler of a public route that serves a page or a file: large, and the same for everybody.
 * `reading` comes from those who have parameters; it brings the schema library along.
 */
export function fileEndpoint<P extends z.ZodType>(
  definition: Pick<Endpoint<P>, "route" | "path" | "run">,
  cache = AN_HOUR,
  reading: Reading = {},
) {
  const cached = { ...definition, cache };
  return endpoint(cached, { guards: [httpCache(cache), gzip()], ...reading });
}
