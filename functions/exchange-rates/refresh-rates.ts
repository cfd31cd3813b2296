import { frankfurtTime } from "../../shared/exchange-rates/frankfurt-time.ts";
import { daysBeside, withoutJumps } from "../../shared/exchange-rates/jumps.ts";
import { missingDays, watchedRange } from "../../shared/exchange-rates/missing-days.ts";
import {
  EcbFeedError,
  type EcbRefresh,
  refreshMetrics,
} from "../../shared/exchange-rates/outcome.ts";
import { ECB_FILES, readEcbFiles } from "../../shared/exchange-rates/reading.ts";
import { fetchEcbFile } from "../../shared/store/ecb-feed.ts";
import { loadEcbRange, storeEcbDays } from "../../shared/store/exchange-rates.ts";
import { countInJob, loggedJob } from "../../shared/telemetry/job-log.ts";

/** Fetches the ECB's rates, stores new and corrected ones, and tells which days have none. */
export async function refreshRates(now: Date): Promise<EcbRefresh> {
  const fetched = await Promise.all(ECB_FILES.map(fetchEcbFile));

  const read = readEcbFiles(fetched, frankfurtTime(now).day);
  const beside = daysBeside(read.days);
  const seen = beside ? await loadEcbRange(beside.from, beside.to) : [];
  const { days, faults: jumps } = withoutJumps(read.days, seen);
  const faults = [...read.faults, ...jumps];

  const { stored, corrected } = await storeEcbDays(days, now);
  const watched = watchedRange(now);
  const known = await loadEcbRange(watched.from, watched.to);
  const missing_days = missingDays(
    watched,
    known.map(({ day }) => day),
  );
  return { stored, corrected, missing_days, faults };
}

/** @throws EcbFeedError when a file could not be used; what the other one says is stored all the same. */
export const handler = loggedJob<void, EcbRefresh>("refreshRates", async () => {
  const outcome = await refreshRates(new Date());
  countInJob("refreshRates", refreshMetrics(outcome));
  if (outcome.faults.length > 0) throw new EcbFeedError(outcome.faults);
  return outcome;
});
