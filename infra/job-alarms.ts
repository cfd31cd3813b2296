import { Duration } from "aws-cdk-lib";
import { Metric, Stats, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { MISSING_DAYS_METRIC } from "../shared/exchange-rates/outcome.ts";
import type { jobs } from "../shared/jobs/jobs.ts";
import { DRIFT_METRIC } from "../shared/ledger/drift.ts";
import { METRIC_NAMESPACE, SERVICE } from "../shared/telemetry/metric-names.ts";
import { failures, type Watch } from "./alarms.ts";
import { idOf } from "./job-queue.ts";
import type { ScheduleStack } from "./schedule-stack.ts";

const period = Duration.minutes(15);

/** Failed jobs, dead letters, missing rates, and sums that are not what their events add up to. */
export function jobWatches(schedule: ScheduleStack): Watch[] {
  const each = [...schedule.functions].map(([name, lambda]) => ({
    name: `${name}Failed`,
    metric: failures(lambda, period),
    description: `The job ${name} fails`,
  }));
  const dead = [...schedule.queues].map(([name, pair]) => ({
    name: `Dead${idOf(name)}`,
    metric: pair.dead.metricApproximateNumberOfMessagesVisible({
      period,
      statistic: Stats.MAXIMUM,
    }),
    description: `Messages of the queue ${name} that no worker could do`,
  }));
  return [...each, ...dead, ...rateWatches(schedule), driftWatch(schedule)];
}

function rateWatches(schedule: ScheduleStack): Watch[] {
  return [
    {
      name: "MissingRates",
      // Counted by the job itself, and today's only from 18:00 Frankfurt time on.
      metric: ownMetric(schedule, "refreshRates", MISSING_DAYS_METRIC),
      description: "TARGET days without ECB rates",
      // Between its runs the job says nothing: what was last known stands.
      missing: TreatMissingData.IGNORE,
    },
    {
      name: "RatesNotRefreshed",
      metric: schedule.functionOf("refreshRates").metricInvocations({ period: Duration.days(1) }),
      description: "The ECB's rates have not been asked for in four days",
      below: 1,
      // A weekend is two days, and a day of CloudWatch's need not be one of Frankfurt's.
      periods: 4,
      missing: TreatMissingData.BREACHING,
    },
  ];
}

const driftWatch = (schedule: ScheduleStack): Watch => ({
  name: "TallyDrift",
  metric: ownMetric(schedule, "auditAccount", DRIFT_METRIC),
  description: "An account's sums are not what its events add up to: see docs/operations.md",
});

/** As shared/telemetry/job-log.ts writes it. */
const ownMetric = ({ stackName }: ScheduleStack, job: keyof typeof jobs, metricName: string) =>
  new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { [SERVICE]: stackName, job },
    period,
    statistic: Stats.MAXIMUM,
  });
