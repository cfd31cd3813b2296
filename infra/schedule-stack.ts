import { CfnOutput, Duration, Size, Stack } from "aws-cdk-lib";
import { EventBus } from "aws-cdk-lib/aws-events";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { RecursiveLoop } from "aws-cdk-lib/aws-lambda";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import type { Job } from "../shared/api/job.ts";
import * as jobs from "../shared/api/jobs.ts";
import {
  type JobQueue,
  type QueueName,
  queues,
  queuesOf,
  queueVariable,
  SMALL_ACCOUNT,
} from "../shared/platform/queues/queue-table.ts";
import { topicOf } from "./alarm-topic.ts";
import { watch } from "./alarms.ts";
import { grantArtifacts } from "./artifact-permissions.ts";
import type { Stores, Table } from "./data-stack.ts";
import { grantEvidence } from "./evidence-permissions.ts";
import { accessOf } from "./function-access.ts";
import { grantImports, sendDrops } from "./import-bucket.ts";
import { jobWatches } from "./job-alarms.ts";
import { idOf, jobQueue, type QueuePair } from "./job-queue.ts";
import { startJob } from "./job-start.ts";
import { signing } from "./key-proofs.ts";
import { lambdaFunction } from "./lambda-function.ts";
import { logsOf } from "./logs.ts";
import { MailSending, senderOf } from "./mails.ts";
import { memoryFor } from "./memory.ts";
import { grantSealing } from "./sealing-key.ts";
import type { Settings } from "./settings.ts";
import { stackProps } from "./stack-props.ts";
import { tableStatements } from "./table-permissions.ts";

const rows = Object.entries<Job>(jobs);

/**
 * The functions of the job table, one per row, with their triggers, queues and event bus. No function reserves
 * concurrency, because a new AWS account has too little for that (docs/decisions/0073).
 */
export class ScheduleStack extends Stack {
  readonly queues = new Map<QueueName, QueuePair>();
  readonly #journal: Bucket;

  constructor(scope: Construct, id: string, settings: Settings, stores: Stores, journal: Bucket) {
    super(scope, id, stackProps(id, settings, "scheduled monitoring, audits and ECB rates"));
    this.#journal = journal;
    // The name that CDK derives from the construct's path would be identical in every stage.
    const bus = new EventBus(this, "Events", { eventBusName: this.stackName });
    const logGroup = logsOf(this, "Jobs", settings);
    for (const [, { trigger, timeout_seconds }] of rows) {
      if ("queue" in trigger) this.addQueue(trigger.queue, timeout_seconds);
    }
    sendDrops(this, stores.imports, this.queueOf("drops").live);
    const mails = new MailSending(this, settings, this.queueOf("feedback").live);
    for (const [name, job] of rows) {
      const lambda = this.addFunction(name, job, settings, stores, logGroup);
      for (const queue of queuesOf(job)) sendTo(lambda, queue, this.queueOf(queue));
      if (job.publishes) publishTo(lambda, bus);
      if (job.mails === "send") mails.letSend(lambda);
      const start = { trigger: job.trigger, smallAccount: settings.smallAccount };
      startJob(name, lambda, start, (queue) => this.queueOf(queue).live);
    }
    const topic = topicOf(this, settings);
    for (const jobWatch of jobWatches(this.stackName, this.queues)) watch(this, topic, jobWatch);
    new CfnOutput(this, "EventBusName", { value: bus.eventBusName });
    new CfnOutput(this, "LogGroupName", { value: logGroup.logGroupName });
  }

  private addQueue(name: QueueName, workerSeconds: number): void {
    const pair = jobQueue(this, name, workerSeconds);
    this.queues.set(name, pair);
    new CfnOutput(this, `${idOf(name)}QueueUrl`, { value: pair.live.queueUrl });
    new CfnOutput(this, `Dead${idOf(name)}QueueArn`, { value: pair.dead.queueArn });
  }

  queueOf(name: QueueName): QueuePair {
    const pair = this.queues.get(name);
    if (!pair) throw new Error(`no job works on the queue ${name}`);
    return pair;
  }

  private addFunction(
    name: string,
    job: Job,
    settings: Settings,
    stores: Stores,
    logGroup: LogGroup,
  ): LambdaFunction {
    const { table, artifacts, imports, sealing } = stores;
    const journal = this.#journal;
    // The role of the check of evidence has the path of those that may write into the bucket of the journal.
    const row = job.evidence ? { ...job, journal: job.evidence } : job;
    const lambda = lambdaFunction(this, name, row, settings, {
      service: this.stackName,
      logGroup,
      ...sizeOf(job),
      timeout: Duration.seconds(job.timeout_seconds),
      environment: {
        TABLE_NAME: table.tableName,
        ...(settings.smallAccount && isFair(job) ? { [SMALL_ACCOUNT]: "true" } : {}),
        ...(job.mails ? senderOf(settings) : {}),
        ...(job.artifacts ? { BUCKET_NAME: artifacts.bucketName } : {}),
        ...(job.evidence ? evidenceVariables(table, artifacts, journal, settings) : {}),
        ...(job.imports ? { IMPORT_BUCKET_NAME: imports.bucketName } : {}),
        ...signing(accessOf(job.table), stores),
      },
      ...sentToItself(job),
    });
    for (const statement of tableStatements(accessOf(job.table), table)) {
      lambda.addToRolePolicy(statement);
    }
    if (job.artifacts) grantArtifacts(lambda, job.artifacts, artifacts);
    if (job.evidence) grantEvidence(lambda, { table, artifacts, journal });
    if (job.imports) grantImports(lambda, job.imports, imports);
    if (job.seals) grantSealing(lambda, job.seals, sealing);
    return lambda;
  }
}

/** Memory and disk of jobs that read large files. They store corrections and their sales on the disk. */
const LARGE = { memorySize: 1769, ephemeralStorageSize: Size.gibibytes(4) };

const sizeOf = ({ table, isLarge, evidence }: Job) => {
  if (isLarge) return LARGE;
  return { memorySize: evidence ? EVIDENCE_MB : memoryFor(table) };
};

/** Memory of the check of evidence, for a million items and as many changes, at half a kilobyte each. */
const EVIDENCE_MB = 3008;

const evidenceVariables = (
  { streamArn }: Table,
  artifacts: Bucket,
  journal: Bucket,
  { journalSeconds }: Settings,
) => ({
  BUCKET_NAME: artifacts.bucketName,
  JOURNAL_BUCKET_NAME: journal.bucketName,
  JOURNAL_SECONDS: String(journalSeconds),
  STREAM_ARN: streamArn,
});

/** True if the workers of a job's queue serve accounts in turn. */
const isFair = ({ trigger }: Job): boolean =>
  "queue" in trigger && (queues[trigger.queue] as JobQueue).lease_seconds !== undefined;

/** Allows a job to send messages to its own queue. Lambda otherwise stops such a loop after 16 rounds. */
const sentToItself = (job: Job) =>
  "queue" in job.trigger && queuesOf(job).includes(job.trigger.queue)
    ? { recursiveLoop: RecursiveLoop.ALLOW }
    : {};

export function sendTo(lambda: LambdaFunction, name: QueueName, { live }: QueuePair): void {
  live.grantSendMessages(lambda);
  lambda.addEnvironment(queueVariable(name), live.queueUrl);
}

function publishTo(lambda: LambdaFunction, bus: EventBus): void {
  bus.grantPutEventsTo(lambda);
  lambda.addEnvironment("EVENT_BUS_NAME", bus.eventBusName);
}
