import { type Endpoint, endpoint } from "./endpoint.ts";
import { gzip } from "./middleware/gzip.ts";
import { type CachePolicy, httpCache } from "./middleware/http-cache.ts";

/** Asked again within the hour, a browser has the page at once; later it asks whether it changed. */
const cache: CachePolicy = { maxAgeSeconds: 3600 };

/** The Lambda handler of a public route of the documentation: large, and the same for everybody. */
export function docsEndpoint(definition: Pick<Endpoint, "route" | "run">) {
  const cached: Endpoint & { readonly cache: CachePolicy } = { ...definition, cache };
  return endpoint(cached, { guards: [httpCache(cache), gzip()] });
}
