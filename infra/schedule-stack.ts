import { CfnOutput, Duration, Size, Stack } from "aws-cdk-lib";
import { EventBus } from "aws-cdk-lib/aws-events";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { RecursiveLoop } from "aws-cdk-lib/aws-lambda";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import type { Job } from "../shared/api/job.ts";
import { sharedQueueOf } from "../shared/api/shared-workers.ts";
import {
  type QueueName,
  queuesOf,
  queueVariable,
  type SharedQueue,
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
import { idOf, jobQueue, type QueuePair, queueFor } from "./job-queue.ts";
import { jobFunctions, neededJobs } from "./job-rows.ts";
import { scheduleInQueue, scheduleOf, startByQueue, startByShared } from "./job-start.ts";
import { signing } from "./key-proofs.ts";
import { lambdaFunction } from "./lambda-function.ts";
import { logsOf } from "./logs.ts";
import { MailSending, senderOf } from "./mails.ts";
import { memoryFor } from "./memory.ts";
import { grantSealing } from "./sealing-key.ts";
import type { Settings } from "./settings.ts";
import { stackProps } from "./stack-props.ts";
import { tableStatements } from "./table-permissions.ts";

/**
 * The functions of the job table, with their triggers, queues and event bus: one per row, or in a small account two for
 * nearly all. No function reserves concurrency, because a new AWS account has too little for that (docs/decisions/0073).
 */
export class ScheduleStack extends Stack {
  /** The queues by their construct ids. */
  readonly queues = new Map<QueueName | SharedQueue, QueuePair>();
  readonly #settings: Settings;
  readonly #journal: Bucket;

  constructor(scope: Construct, id: string, settings: Settings, stores: Stores, journal: Bucket) {
    super(scope, id, stackProps(id, settings, "scheduled monitoring, audits and ECB rates"));
    this.#settings = settings;
    this.#journal = journal;
    // The name that CDK derives from the construct's path would be identical in every stage.
    const bus = new EventBus(this, "Events", { eventBusName: this.stackName });
    const logGroup = logsOf(this, "Jobs", settings);
    const rows = jobFunctions(settings);
    for (const [, { trigger, timeout_seconds }] of rows) {
      const name = queueIn(trigger);
      if (name) this.addQueue(name, timeout_seconds);
    }
    const drops = this.queueOf("drops");
    if (drops) sendDrops(this, stores.imports, drops.live);
    const mails = new MailSending(this, settings, this.queueOf("feedback")?.live);
    for (const [name, job] of rows) {
      const lambda = this.addFunction(name, job, settings, stores, logGroup);
      this.letSend(lambda, queuesOf(job));
      if (job.publishes) publishTo(lambda, bus);
      if (job.mails === "send") mails.letSend(lambda);
      this.start(name, lambda, job.trigger);
    }
    if (settings.smallAccount) this.scheduleShared();
    const topic = topicOf(this, settings);
    for (const jobWatch of jobWatches(this.stackName, neededJobs(settings), this.queues)) {
      watch(this, topic, jobWatch);
    }
    new CfnOutput(this, "EventBusName", { value: bus.eventBusName });
    new CfnOutput(this, "LogGroupName", { value: logGroup.logGroupName });
  }

  private addQueue(name: QueueName | SharedQueue, workerSeconds: number): void {
    const pair = jobQueue(this, name, workerSeconds);
    this.queues.set(name, pair);
    new CfnOutput(this, `${idOf(name)}QueueUrl`, { value: pair.live.queueUrl });
    new CfnOutput(this, `Dead${idOf(name)}QueueArn`, { value: pair.dead.queueArn });
  }

  /** Creates the queue subscription or the schedule that starts the function of a row. */
  private start(name: string, lambda: LambdaFunction, trigger: Job["trigger"]): void {
    if ("schedule" in trigger) scheduleOf(name, lambda, trigger);
    const queue = queueIn(trigger);
    const live = queue && this.queues.get(queue)?.live;
    if (!live) return;
    if ("queue" in trigger) startByQueue(lambda, trigger.queue, live);
    else startByShared(lambda, live);
  }

  private scheduleShared(): void {
    for (const [name, job] of neededJobs(this.#settings)) {
      const shared = sharedQueueOf(job);
      const live = shared && this.queues.get(shared)?.live;
      if (live && "schedule" in job.trigger) scheduleInQueue(name, live, job.trigger);
    }
  }

  /** Returns the queue of a job; undefined if the stage does not need the job. */
  private queueOf(name: QueueName): QueuePair | undefined {
    const worker = neededJobs(this.#settings).find(
      ([, { trigger }]) => "queue" in trigger && trigger.queue === name,
    );
    const shared = worker && sharedQueueOf(worker[1]);
    return this.queues.get(this.#settings.smallAccount && shared ? shared : name);
  }

  /** Lets a function send to those of the queues that the stage has. */
  letSend(lambda: LambdaFunction, names: readonly QueueName[]): void {
    for (const [pair, same] of Map.groupBy(names, (name) => this.queueOf(name))) {
      if (!pair) continue;
      const queue = queueFor(lambda, pair);
      queue.grantSendMessages(lambda);
      for (const name of same) lambda.addEnvironment(queueVariable(name), queue.queueUrl);
    }
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
    // The role of the check of evidence has a path of those that may write into the bucket of the journal.
    const row = job.evidence ? { ...job, journal: job.evidence } : job;
    const lambda = lambdaFunction(this, name, row, settings, {
      service: this.stackName,
      logGroup,
      ...sizeOf(job),
      timeout: Duration.seconds(job.timeout_seconds),
      environment: {
        TABLE_NAME: table.tableName,
        ...("shared_queue" in job.trigger ? { [SMALL_ACCOUNT]: "true" } : {}),
        ...(job.mails ? senderOf(settings) : {}),
        ...(job.artifacts ? { BUCKET_NAME: artifacts.bucketName } : {}),
        ...(job.evidence ? evidenceVariables(table, artifacts, journal, settings) : {}),
        ...(job.imports ? { IMPORT_BUCKET_NAME: imports.bucketName } : {}),
        ...signing(accessOf(job), stores),
      },
      ...sentToItself(job),
    });
    for (const statement of tableStatements(accessOf(job), table)) {
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
  // Also the shared worker of a small account, in which a step of the check of evidence covers fewer changes.
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

const queueIn = (trigger: Job["trigger"]): QueueName | SharedQueue | undefined => {
  if ("queue" in trigger) return trigger.queue;
  return "shared_queue" in trigger ? trigger.shared_queue : undefined;
};

/** Allows a job to send messages to its own queue. Lambda otherwise stops such a loop after 16 rounds. */
const sentToItself = ({ trigger, ...job }: Job) =>
  "shared_queue" in trigger || ("queue" in trigger && queuesOf(job).includes(trigger.queue))
    ? { recursiveLoop: RecursiveLoop.ALLOW }
    : {};

function publishTo(lambda: LambdaFunction, bus: EventBus): void {
  bus.grantPutEventsTo(lambda);
  lambda.addEnvironment("EVENT_BUS_NAME", bus.eventBusName);
}
