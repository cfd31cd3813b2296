import { Duration, Stack } from "aws-cdk-lib";
import { type IQueue, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { type QueueName, queues, type SharedQueue } from "../shared/platform/queues/queue-table.ts";

export type QueuePair = {
  readonly live: Queue;
  readonly dead: Queue;
  /** Alarm threshold for the age of the oldest message, in hours. */
  readonly staleHours: number;
  /** Set if functions of other stacks know the queue by its name. */
  readonly physicalName?: string;
};

/** Queue settings with SQS's maximum retention. SQS drops expired messages without a dead letter or an alarm. */
export const KEPT = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: Duration.days(14),
};

/** Visibility timeout in runs of the worker. AWS recommends six, so that a throttled batch can wait. */
const RUNS_HIDDEN = 6;

/** The limits of a shared queue: those of most queues. All retries of the longest job take eight hours. */
const SHARED = { max_receives: 6, stale_after_hours: 12 };

/** Creates the queue of a job. A message that outlasts the next round of the job is redundant but harmless. */
export function jobQueue(
  scope: Construct,
  name: QueueName | SharedQueue,
  workerSeconds: number,
): QueuePair {
  const id = idOf(name);
  const isShared = !(name in queues);
  const { max_receives, stale_after_hours } = isShared ? SHARED : queues[name as QueueName];
  // An export that another stack uses could not be removed when the stage gets a queue for each job.
  const physical = isShared ? { physicalName: `${Stack.of(scope).stackName}-${name}` } : {};
  const dead = new Queue(scope, `Dead${id}`, KEPT);
  const live = new Queue(scope, id, {
    ...KEPT,
    ...(physical.physicalName ? { queueName: physical.physicalName } : {}),
    visibilityTimeout: Duration.seconds(workerSeconds * RUNS_HIDDEN),
    deadLetterQueue: { queue: dead, maxReceiveCount: max_receives },
  });
  return { live, dead, staleHours: stale_after_hours, ...physical };
}

/** Returns a queue as functions of the stack of the scope know it. */
export function queueFor(scope: Construct, { live, physicalName }: QueuePair): IQueue {
  const stack = Stack.of(scope);
  if (!physicalName || stack === live.stack) return live;
  const arn = stack.formatArn({ service: "sqs", resource: physicalName });
  return Queue.fromQueueArn(scope, idOf(physicalName), arn);
}

/** Returns the construct id of a queue: `Accounts` for `accounts`. */
export const idOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
