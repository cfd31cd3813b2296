import type { FallbackRow } from "../shared/api/fallback-row.ts";
import type { Route } from "../shared/api/route.ts";

/** Calls of one route, of all callers together: on average in a second, and in one burst. */
export type Throttle = { readonly perSecond: number; readonly burst: number };

/** A route with a key: more than 40,000 events a second, if they come in requests of 500. */
export const USUAL: Throttle = { perSecond: 100, burst: 200 };

/** Open to everybody, so a flood is paid for by us: enough for a shop's checkout behind a cache. */
const PUBLIC: Throttle = { perSecond: 20, burst: 40 };

/** Each call writes files that nobody can delete for ten years; a quarter is locked once. */
const LOCKING: Throttle = { perSecond: 2, burst: 5 };

/** Beyond it, API Gateway answers 429 without starting a function. */
export function throttleOf(row: Route | FallbackRow): Throttle {
  if (row.path === "$default") return PUBLIC;
  const { scope, artifacts } = row;
  if (artifacts === "put") return LOCKING;
  return scope === "public" ? PUBLIC : USUAL;
}
