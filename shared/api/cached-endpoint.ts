import type * as z from "zod";
import { type Endpoint, endpoint } from "./endpoint.ts";
import { type CachePolicy, httpCache } from "./middleware/http-cache.ts";
import { parsedParameters } from "./middleware/parsed-parameters.ts";

/**
 * The Lambda handler of a public route whose answers caches may keep. A file of its own, because
 * the other functions do without.
 */
export const cachedEndpoint = <
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
>(
  definition: Endpoint<P, Q, B, O> & { readonly cache: CachePolicy },
) =>
  endpoint(definition, {
    guards: [httpCache(definition.cache)],
    readParameters: parsedParameters,
  });
