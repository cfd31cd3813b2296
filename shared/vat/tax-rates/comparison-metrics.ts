/** The metric whose alarm reports that TEDB has another standard rate. */
export const STANDARD_RATES_METRIC = "StandardRatesDiffer";

/** The metric whose alarm reports that answers of TEDB could not be used. */
export const TEDB_FAULTS_METRIC = "TedbFaults";

/** The metric whose alarm reports that many accounts sell at rates that the catalogue does not know. */
export const UNKNOWN_RATES_METRIC = "AccountsWithUnknownRates";

/** The counts of a comparison, for its alarms. */
export const comparisonMetrics = (outcome: {
  readonly standard_rates: readonly string[];
  readonly faults: readonly string[];
  readonly unknown_rates: number;
}) => ({
  [UNKNOWN_RATES_METRIC]: outcome.unknown_rates,
  [STANDARD_RATES_METRIC]: outcome.standard_rates.length,
  [TEDB_FAULTS_METRIC]: outcome.faults.length,
});
