import { Duration } from "aws-cdk-lib";
import { Metric, Stats, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import type { Job } from "../shared/api/job.ts";
import { DRIFT_METRIC } from "../shared/operations/audit/findings.ts";
import { EVIDENCE_METRIC } from "../shared/operations/checks/checkpoint.ts";
import { METRIC_NAMESPACE, RUNS_DONE, SERVICE } from "../shared/platform/telemetry/metric-names.ts";
import { MISSING_DAYS_METRIC } from "../shared/vat/exchange-rates/ecb-feed.ts";
import {
  STANDARD_RATES_METRIC,
  TEDB_FAULTS_METRIC,
  UNKNOWN_RATES_METRIC,
} from "../shared/vat/rate-proposals/tedb-compare.ts";
import { sumOf, type Watch } from "./alarms.ts";
import { idOf, type QueuePair } from "./job-queue.ts";

const period = Duration.minutes(15);
const HOUR = Duration.hours(1);

/**
 * Returns the watches for jobs that no longer finish, queues without a working consumer, missing rates, and sums that
 * differ from their events. A single failure raises no alarm, because jobs are retried; a message that fails every time
 * becomes a dead letter.
 */
export const jobWatches = (
  service: string,
  jobs: readonly (readonly [name: string, job: Job])[],
  pairs: ReadonlyMap<string, QueuePair>,
): Watch[] => [
  ...jobs.flatMap(([name, job]) => livenessWatch(service, name, job)),
  ...[...pairs].flatMap(([name, pair]) => queueWatches(name, pair)),
  {
    name: "MissingRates",
    // The job itself counts missing days; it includes the current day only from 18:00 Frankfurt time on.
    metric: ownMetric(service, "refreshRates", MISSING_DAYS_METRIC),
    description: "TARGET days without ECB rates",
    // The job sends no data between runs, so the alarm keeps its last state.
    missing: TreatMissingData.IGNORE,
  },
  {
    name: "StandardRates",
    metric: ownMetric(service, "compareTaxRates", STANDARD_RATES_METRIC),
    description: "TEDB has another standard rate than the catalogue",
    // The job runs twice a week, so the alarm keeps its last state between two runs.
    missing: TreatMissingData.IGNORE,
  },
  {
    name: "UnknownRates",
    metric: ownMetric(service, "compareTaxRates", UNKNOWN_RATES_METRIC),
    description: "Many accounts sell at VAT rates that the catalogue does not know",
    missing: TreatMissingData.IGNORE,
  },
  {
    name: "TedbUnusable",
    metric: ownMetric(service, "compareTaxRates", TEDB_FAULTS_METRIC),
    description: "Answers of TEDB that could not be compared",
    missing: TreatMissingData.IGNORE,
  },
  {
    name: "TallyDrift",
    metric: ownMetric(service, "auditAccount", DRIFT_METRIC),
    description: "An account's sums are not what its events add up to: see docs/operations.md",
  },
  {
    name: "EvidenceFaults",
    metric: ownMetric(service, "checkEvidence", EVIDENCE_METRIC),
    description: "Locks, their files or the journal of an account were changed past the service",
  },
];

/**
 * Watches for a scheduled job that no longer finishes. Counts completed runs instead of failures, so that the alarm
 * also covers a disabled schedule, a role that may not start the function, and a crash on the first line.
 */
function livenessWatch(service: string, name: string, { trigger }: Job): Watch[] {
  if (!("schedule" in trigger)) return [];
  const runs = ownMetric(service, name, RUNS_DONE).with({ period: HOUR, statistic: Stats.SUM });
  return [
    {
      name: `${name}Silent`,
      metric: sumOf("runs that were done", HOUR, { runs }),
      description: `The job ${name} has not come to its end for ${trigger.silent_hours} hours`,
      below: 1,
      periods: trigger.silent_hours,
      missing: TreatMissingData.BREACHING,
    },
  ];
}

function queueWatches(name: string, { live, dead, staleHours: hours }: QueuePair): Watch[] {
  return [
    {
      name: `Stale${idOf(name)}`,
      metric: live.metricApproximateAgeOfOldestMessage({ period, statistic: Stats.MAXIMUM }),
      description: `A message has been in the queue ${name} for ${hours} hours: nobody works, or too few`,
      from: Duration.hours(hours).toSeconds(),
    },
    {
      name: `Dead${idOf(name)}`,
      metric: dead.metricApproximateNumberOfMessagesVisible({ period, statistic: Stats.MAXIMUM }),
      description: `Messages of the queue ${name} that no worker could do`,
    },
  ];
}

/** Returns a metric of a job under the names that shared/platform/telemetry/telemetry.ts writes. */
export const ownMetric = (service: string, job: string, metricName: string): Metric =>
  new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { [SERVICE]: service, job },
    period,
    statistic: Stats.MAXIMUM,
  });
