import { countInJob, loggedJob } from "../../shared/platform/telemetry/telemetry.ts";
import {
  EcbFeedError,
  type EcbRefresh,
  refreshMetrics,
} from "../../shared/vat/exchange-rates/ecb-feed.ts";
import { refreshRates } from "../../shared/vat/exchange-rates/refresh-rates.ts";

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
