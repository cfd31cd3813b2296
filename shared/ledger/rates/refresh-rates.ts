import {
  daysBeside,
  ECB_FILES,
  type EcbRefresh,
  frankfurtTime,
  missingDays,
  readEcbFiles,
  watchedRange,
  withoutJumps,
} from "../../vat/exchange-rates/ecb-feed.ts";
import { compareRates, differenceLine } from "../../vat/exchange-rates/rate-differences.ts";
import { fetchEcbFile } from "./ecb-download.ts";
import { loadEcbRange, loadStoredDays, storeEcbDays } from "./store-rates.ts";

/** Fetches the ECB's rates, stores new and corrected ones, and returns the days without rates. */
export async function refreshRates(now: Date): Promise<EcbRefresh> {
  const fetched = await Promise.all(ECB_FILES.map(fetchEcbFile));

  const read = readEcbFiles(fetched, frankfurtTime(now).day);
  const neighbours = daysBeside(read.days);
  const seen = neighbours ? await loadStoredDays(neighbours.from, neighbours.to) : [];
  const { days, faults: jumps } = withoutJumps(read.days, seen);
  const faults = [...read.faults, ...jumps];

  // Compared before it is stored: afterwards a rate that was altered in the table would look like a correction.
  const differing = compareRates(seen, days)
    .differing.filter(({ published }) => published !== undefined)
    .map(differenceLine);
  const { stored, corrected } = await storeEcbDays(days, now);
  return { stored, corrected, differing, missing_days: await loadMissingDays(now), faults };
}

/** Returns the TARGET days of the past year that have no rates. */
export async function loadMissingDays(now: Date) {
  const watched = watchedRange(now);
  const known = await loadEcbRange(watched.from, watched.to);
  return missingDays(
    watched,
    known.map(({ day }) => day),
  );
}
