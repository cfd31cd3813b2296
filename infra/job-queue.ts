import { Duration } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { queues } from "../shared/schedule/jobs.ts";

/** A queue, and where the messages go that no worker could do. */
export type QueuePair = { readonly live: Queue; readonly dead: Queue };

const SAFE = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** A message stays hidden for six runs of the worker, as AWS advises: a batch that is throttled waits. */
const RUNS_HIDDEN = 6;

/** The queue of accounts to check. A message is out of date when the next round begins, and harmless. */
export function accountQueue(scope: Construct, workerSeconds: number): QueuePair {
  const dead = new Queue(scope, "DeadAccounts", { ...SAFE, retentionPeriod: Duration.days(14) });
  const live = new Queue(scope, "Accounts", {
    ...SAFE,
    visibilityTimeout: Duration.seconds(workerSeconds * RUNS_HIDDEN),
    deadLetterQueue: { queue: dead, maxReceiveCount: queues.accounts.max_receives },
  });
  return { live, dead };
}
