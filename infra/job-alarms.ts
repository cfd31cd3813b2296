import { Duration } from "aws-cdk-lib";
import { Metric, Stats, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { DRIFT_METRIC } from "../shared/operations/audit/findings.ts";
import { type Job, jobs, type QueueName, queues } from "../shared/platform/jobs/jobs.ts";
import { METRIC_NAMESPACE, RUNS_DONE, SERVICE } from "../shared/platform/telemetry/metric-names.ts";
import { MISSING_DAYS_METRIC } from "../shared/vat/exchange-rates/ecb-feed.ts";
import { sumOf, type Watch } from "./alarms.ts";
import { idOf, type QueuePair } from "./job-queue.ts";

const period = Duration.minutes(15);
const HOUR = Duration.hours(1);

/**
 * Jobs that no longer come to their end, queues nobody works on, missing rates, and sums that are not
 * what their events add up to. A single failure is no alarm: a job is repeated, and what fails each
 * time ends among the dead letters.
 */
export const jobWatches = (service: string, pairs: ReadonlyMap<QueueName, QueuePair>): Watch[] => [
  ...Object.entries<Job>(jobs).flatMap(([name, job]) => livenessWatch(service, name, job)),
  ...[...pairs].flatMap(([name, pair]) => queueWatches(name, pair)),
  {
    name: "MissingRates",
    // Counted by the job itself, and today's only from 18:00 Frankfurt time on.
    metric: ownMetric(service, "refreshRates", MISSING_DAYS_METRIC),
    description: "TARGET days without ECB rates",
    // Between its runs the job says nothing: what was last known stands.
    missing: TreatMissingData.IGNORE,
  },
  {
    name: "TallyDrift",
    metric: ownMetric(service, "auditAccount", DRIFT_METRIC),
    description: "An account's sums are not what its events add up to: see docs/operations.md",
  },
];

/**
 * By the runs that were done, not by those that failed: a schedule that is switched off, a role that
 * may no longer start its function and a crash on the first line all look the same here.
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

function queueWatches(name: QueueName, { live, dead }: QueuePair): Watch[] {
  const hours = queues[name].stale_after_hours;
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

/** As shared/platform/telemetry/telemetry.ts writes it. */
const ownMetric = (service: string, job: string, metricName: string): Metric =>
  new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { [SERVICE]: service, job },
    period,
    statistic: Stats.MAXIMUM,
  });
