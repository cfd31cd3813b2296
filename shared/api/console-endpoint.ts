import type * as z from "zod";
import { type Endpoint, endpoint } from "./endpoint.ts";
import { gzip } from "./middleware/gzip.ts";
import { type CachePolicy, httpCache } from "./middleware/http-cache.ts";
import { parsedParameters } from "./middleware/parsed-parameters.ts";

/** The Lambda handler of a public route of the console, which may be kept so long. */
export function consoleEndpoint<P extends z.ZodType>(
  definition: Pick<Endpoint<P>, "route" | "path" | "run">,
  cache: CachePolicy,
) {
  const cached = { ...definition, cache };
  return endpoint(cached, {
    guards: [httpCache(cache), gzip()],
    readParameters: parsedParameters,
  });
}
