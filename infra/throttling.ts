import type { FallbackRow, Route } from "../shared/api/route.ts";
import type { Settings } from "./settings.ts";

/** Calls of one route, of all callers together: on average in a second, and in one burst. */
export type Throttle = Settings["throttle"]["keyed"];

/** Beyond it, API Gateway answers 429 without starting a function. */
export function throttleOf(
  row: Route | FallbackRow,
  { keyed, locking, open }: Settings["throttle"],
): Throttle {
  if (row.path === "$default") return open;
  const { scope, artifacts } = row;
  if (artifacts === "put") return locking;
  return scope === "public" ? open : keyed;
}
