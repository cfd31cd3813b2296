import {
  compareTaxRates,
  TedbComparisonError,
  type TedbRun,
} from "../../shared/ledger/rates/compare-tax-rates.ts";
import { countInJob, loggedJob } from "../../shared/platform/telemetry/telemetry.ts";
import { comparisonMetrics } from "../../shared/vat/tax-rates/comparison-metrics.ts";

/**
 * Runs the comparison. Proposals from usable answers are stored even when it fails.
 * @throws TedbComparisonError when an answer could not be used.
 */
export const handler = loggedJob<void, TedbRun>("compareTaxRates", async () => {
  const outcome = await compareTaxRates(new Date());
  countInJob("compareTaxRates", comparisonMetrics(outcome));
  if (outcome.faults.length > 0) throw new TedbComparisonError(outcome.faults);
  return outcome;
});
