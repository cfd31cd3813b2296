import { Duration } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { type QueueName, queues } from "../shared/platform/jobs/jobs.ts";

/** A queue, and where the messages go that no worker could do. */
export type QueuePair = { readonly live: Queue; readonly dead: Queue };

/** Kept as long as SQS can: what it drops for its age leaves no dead letter, and nobody is told. */
export const KEPT = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: Duration.days(14),
};

/** A message stays hidden for six runs of the worker, as AWS advises: a batch that is throttled waits. */
const RUNS_HIDDEN = 6;

/** A queue of accounts. A message is out of date when the next round begins, and harmless. */
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

/** `accounts` is the construct Accounts. */
export const idOf = (name: QueueName): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
