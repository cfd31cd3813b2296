import { jsonInteger } from "../money/json-integer.ts";
import type { Tally } from "./tally.ts";

export type CheckCount = { readonly code: string; readonly count: number };

/** How often each check has warned in a period, by code; of either scheme. */
export const checkCounts = (tallies: readonly Tally[]): CheckCount[] =>
  tallies
    .filter(({ key, amounts }) => key.startsWith("check|") && amounts["event_count"])
    .map(({ key, amounts }) => ({
      code: key.slice("check|".length),
      count: jsonInteger(amounts["event_count"] ?? 0n),
    }))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
