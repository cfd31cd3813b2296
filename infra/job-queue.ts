import { Duration } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { type QueueName, queues } from "../shared/platform/queues/queue-table.ts";

export type QueuePair = { readonly live: Queue; readonly dead: Queue };

/** Queue settings with SQS's maximum retention. SQS drops expired messages without a dead letter or an alarm. */
export const KEPT = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: Duration.days(14),
};

/** Visibility timeout in runs of the worker. AWS recommends six, so that a throttled batch can wait. */
const RUNS_HIDDEN = 6;

/** Creates the queue of a job. A message that outlasts the next round of the job is redundant but harmless. */
export function jobQueue(scope: Construct, name: QueueName, workerSeconds: number): QueuePair {
  const id = idOf(name);
  const dead = new Queue(scope, `Dead${id}`, KEPT);
  const live = new Queue(scope, id, {
    ...KEPT,
    visibilityTimeout: Duration.seconds(workerSeconds * RUNS_HIDDEN),
    deadLetterQueue: { queue: dead, maxReceiveCount: queues[name].max_receives },
  });
  return { live, dead };
}

/** Returns the construct id of a queue: `Accounts` for `accounts`. */
export const idOf = (name: QueueName): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
