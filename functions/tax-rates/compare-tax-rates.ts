import {
  compareTaxRates,
  countUnknownRates,
  TedbComparisonError,
  type TedbRun,
} from "../../shared/ledger/tax-rates/compare-tax-rates.ts";
import { countInJob, loggedJob } from "../../shared/platform/telemetry/telemetry.ts";
import { comparisonMetrics } from "../../shared/vat/rate-proposals/tedb-compare.ts";

/** The result of a run, with the number of accounts that sell at unknown rates. */
type Outcome = TedbRun & { readonly unknown_rates: number };

/**
 * Runs the comparison. Proposals from usable answers are stored even when it fails.
 * @throws TedbComparisonError when an answer could not be used.
 */
export const handler = loggedJob<void, Outcome>("compareTaxRates", async () => {
  const now = new Date();
  const unknown_rates = await countUnknownRates(now);
  const outcome = { ...(await compareTaxRates(now)), unknown_rates };
  countInJob("compareTaxRates", comparisonMetrics(outcome));
  if (outcome.faults.length > 0) throw new TedbComparisonError(outcome.faults);
  return outcome;
});
