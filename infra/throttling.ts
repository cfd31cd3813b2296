import type { FallbackRow, Route } from "../shared/api/route.ts";
import type { Settings } from "./settings.ts";

/** The limit of one route for all callers together: calls a second on average, and calls in one burst. */
export type Throttle = Settings["throttle"]["keyed"];

/** Returns the limit of a route. Above the limit API Gateway answers 429 without starting a function. */
export function throttleOf(
  row: Route | FallbackRow,
  { keyed, locking, open, inbound }: Settings["throttle"],
): Throttle {
  if (row.path === "$default") return open;
  const { scope, artifacts, isInbound } = row;
  if (isInbound) return inbound;
  if (artifacts === "put") return locking;
  return scope === "public" ? open : keyed;
}
