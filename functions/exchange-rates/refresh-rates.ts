import { fetchEcbFile } from "../../shared/ledger/rates/ecb-download.ts";
import {
  loadEcbRange,
  loadStoredDays,
  storeEcbDays,
} from "../../shared/ledger/rates/store-rates.ts";
import { countInJob, loggedJob } from "../../shared/platform/telemetry/telemetry.ts";
import {
  daysBeside,
  ECB_FILES,
  EcbFeedError,
  type EcbRefresh,
  frankfurtTime,
  missingDays,
  readEcbFiles,
  refreshMetrics,
  watchedRange,
  withoutJumps,
} from "../../shared/vat/exchange-rates/ecb-feed.ts";
import { compareRates, differenceLine } from "../../shared/vat/exchange-rates/rate-differences.ts";

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
  const watched = watchedRange(now);
  const known = await loadEcbRange(watched.from, watched.to);
  const missing_days = missingDays(
    watched,
    known.map(({ day }) => day),
  );
  return { stored, corrected, differing, missing_days, faults };
}

/**
 * Runs the refresh. Rates from files without faults are stored even when it fails.
 * @throws EcbFeedError when a file could not be used.
 */
export const handler = loggedJob<void, EcbRefresh>("refreshRates", async () => {
  const outcome = await refreshRates(new Date());
  countInJob("refreshRates", refreshMetrics(outcome));
  if (outcome.faults.length > 0) throw new EcbFeedError(outcome.faults);
  return outcome;
});
