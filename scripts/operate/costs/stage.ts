import { neededJobs } from "../../../infra/job-rows.ts";
import type { Settings } from "../../../infra/settings.ts";
import type { Job } from "../../../shared/api/job.ts";
import { SHARED_QUEUES } from "../../../shared/api/shared-workers.ts";
import { SMOKE_TEST_MINUTES } from "../../../shared/operations/smoke-test/smoke-steps.ts";
import { PRICES, UNITS } from "./prices.ts";

/** What AWS charges a stage for without a call: numbers of things. */
type Inventory = {
  readonly keys: number;
  readonly secrets: number;
  /** Metrics of alarms; an alarm of metric math has several. */
  readonly alarm_metrics: number;
  /** Metrics that are counted in logs. */
  readonly log_metrics: number;
  readonly dashboards: number;
  /** Queues that Lambda polls. */
  readonly polled_queues: number;
  readonly schedules: number;
  readonly web_acls: number;
};

/** Metrics of the alarms of every stage: API 8, table 11, journal 4, rates 4, sums and evidence 2. */
const ALARM_METRICS = 29;

/** The Stale and the Dead of a queue. */
const ALARMS_A_QUEUE = 2;

/** The bucket of locked files and that of the journal. */
const COPIED_BUCKETS = 2;

export function inventoryOf(settings: Settings): Inventory {
  const jobs = neededJobs(settings).map(([, job]) => job);
  const queues = settings.smallAccount
    ? SHARED_QUEUES.length
    : jobs.filter(({ trigger }) => "queue" in trigger).length;
  const schedules = jobs.filter(({ trigger }) => "schedule" in trigger).length;
  return {
    keys: settings.tableKey === "customer-managed" ? 2 : 1,
    // A copy of a secret costs as much as the secret.
    secrets: settings.copies ? 2 : 1,
    alarm_metrics:
      ALARM_METRICS +
      queues * ALARMS_A_QUEUE +
      schedules +
      (settings.lake ? 1 : 0) +
      (settings.smokeTest ? 1 : 0) +
      (settings.copies ? COPIED_BUCKETS : 0),
    log_metrics: 5,
    dashboards: settings.dashboard ? 1 : 0,
    polled_queues: queues,
    schedules: schedules + (settings.lake ? 1 : 0) + (settings.smokeTest ? 1 : 0),
    web_acls: settings.edge ? 1 : 0,
  };
}

const HOURS_A_MONTH = 730;
const RULES_OF_ACL = 3;

/** Runs a month of a schedule; those at certain hours of certain days are few. */
const runsOf = ({ trigger }: Job): number => {
  const schedule = "schedule" in trigger ? trigger.schedule : "";
  if (schedule === "rate(1 minute)") return HOURS_A_MONTH * 60;
  return schedule === "rate(1 hour)" ? HOURS_A_MONTH : 0;
};

/** Returns the hours of a month in which there is one of so many calls at random times. */
export const hoursWith = (calls: number): number =>
  HOURS_A_MONTH * (1 - Math.exp(-calls / HOURS_A_MONTH));

/** Metrics that the smoke test sends in each hour: two of each of its six routes with a key, and its runs. */
const METRICS_OF_SMOKE_TEST = 13;
const SMOKE_TESTS = (HOURS_A_MONTH * 60) / SMOKE_TEST_MINUTES;

/** S3 sends four metrics of the replication of a bucket. */
const METRICS_OF_COPIES = 4 * COPIED_BUCKETS;

const dayTwoRows = ({ smokeTest, copies }: Settings): BillRow[] => [
  ...(smokeTest
    ? [
        {
          name: "smoke test",
          usd:
            PRICES.secret +
            METRICS_OF_SMOKE_TEST * PRICES.metric +
            SMOKE_TESTS * (UNITS.smoke_test + PRICES.schedule),
        },
      ]
    : []),
  ...(copies ? [{ name: "metrics of copied files", usd: METRICS_OF_COPIES * PRICES.metric }] : []),
];

/** A row of the bill, in USD a month. */
export type BillRow = { readonly name: string; readonly usd: number };

/** Returns the rows of the bill that do not grow with the orders. */
export function idleRows(settings: Settings): readonly BillRow[] {
  const { keys, secrets, alarm_metrics, dashboards, polled_queues, web_acls } =
    inventoryOf(settings);
  const runs = neededJobs(settings).map(([, job]) => runsOf(job));
  const total = runs.reduce((sum, run) => sum + run, 0);
  // The hourly check of one account runs as often as the job that sends it.
  const metrics = runs.filter((run) => run > 0).length + 1;
  const messages = (settings.smallAccount ? total : 0) + HOURS_A_MONTH;
  const perRun = PRICES.schedule + UNITS.job_runs / 1_000_000;
  return [
    { name: "KMS keys", usd: keys * PRICES.kms_key },
    { name: "secrets", usd: secrets * PRICES.secret },
    { name: "alarms", usd: alarm_metrics * PRICES.alarm_metric },
    ...(dashboards ? [{ name: "dashboard", usd: dashboards * PRICES.dashboard }] : []),
    {
      name: "polling of queues",
      usd: polled_queues * UNITS.polls_a_queue * PRICES.sqs_request,
    },
    { name: "metrics of jobs", usd: metrics * PRICES.metric },
    {
      name: "runs of jobs, of one account",
      usd: total * perRun + messages * 3 * PRICES.sqs_request,
    },
    ...(web_acls
      ? [{ name: "web ACL", usd: PRICES.web_acl + RULES_OF_ACL * PRICES.web_rule }]
      : []),
    ...dayTwoRows(settings),
  ];
}

/** Routes that a person calls in the console, two hours a working day, each with two metrics. */
const ROUTES_OF_CONSOLE = 20;
const HOURS_OF_CONSOLE = 44;

/** Returns the price of metrics by the hours in which calls send them: of logs, of sales and refunds, of the console. */
export function metricsOfCalls(settings: Settings, sales: number, refunds: number): number {
  if (sales === 0) return 0;
  const { log_metrics } = inventoryOf(settings);
  const hours =
    log_metrics * hoursWith(sales + refunds) +
    2 * (hoursWith(sales) + hoursWith(refunds)) +
    2 * ROUTES_OF_CONSOLE * HOURS_OF_CONSOLE;
  return (hours / HOURS_A_MONTH) * PRICES.metric;
}
