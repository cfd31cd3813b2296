import { jsonInteger } from "../money/json-integer.ts";
import type { Tally } from "../tallies/tally.ts";
import type { CheckCount } from "./schema.ts";

/** How often each check has warned in a period, by code. */
export const checkCounts = (tallies: readonly Tally[]): CheckCount[] =>
  tallies
    .filter(({ key, amounts }) => key.startsWith("check|") && amounts["event_count"])
    .map(({ key, amounts }) => ({
      code: key.slice("check|".length),
      count: jsonInteger(amounts["event_count"] ?? 0n),
    }))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
