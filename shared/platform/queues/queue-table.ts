/** Every queue between two jobs, with the limits of its workers. */
export const queues = {
  accounts: { batch_size: 10, max_receives: 5, max_concurrency: 5, stale_after_hours: 2 },
  recounts: { batch_size: 1, max_receives: 5, max_concurrency: 2, stale_after_hours: 12 },
  records: { batch_size: 1, max_receives: 5, max_concurrency: 2, stale_after_hours: 12 },
  drops: { batch_size: 1, max_receives: 5, max_concurrency: 5, stale_after_hours: 2 },
  imports: {
    batch_size: 1,
    max_receives: 5,
    max_concurrency: 4,
    stale_after_hours: 12,
    lease_seconds: 180,
  },
  // A large file takes minutes. Small ones, which take seconds, do not wait for it.
  largefiles: {
    batch_size: 1,
    max_receives: 5,
    max_concurrency: 2,
    stale_after_hours: 12,
    lease_seconds: 900,
  },
  chunks: {
    batch_size: 1,
    max_receives: 5,
    max_concurrency: 10,
    stale_after_hours: 12,
    lease_seconds: 180,
  },
  inbound: {
    batch_size: 1,
    max_receives: 5,
    max_concurrency: 10,
    stale_after_hours: 2,
    lease_seconds: 60,
  },
  catchups: {
    batch_size: 1,
    max_receives: 5,
    max_concurrency: 5,
    stale_after_hours: 12,
    lease_seconds: 120,
  },
  removals: { batch_size: 1, max_receives: 5, max_concurrency: 2, stale_after_hours: 12 },
  webhooks: {
    batch_size: 1,
    max_receives: 5,
    max_concurrency: 20,
    stale_after_hours: 1,
    lease_seconds: 30,
  },
  // Mail servers and SES limit connections and mails a second.
  mails: { batch_size: 1, max_receives: 5, max_concurrency: 5, stale_after_hours: 1 },
  feedback: { batch_size: 1, max_receives: 5, max_concurrency: 2, stale_after_hours: 12 },
  bulk: { batch_size: 1, max_receives: 5, max_concurrency: 5, stale_after_hours: 2 },
  audits: { batch_size: 1, max_receives: 5, max_concurrency: 2, stale_after_hours: 72 },
} as const satisfies Record<QueueName, JobQueue>;

export type QueueName =
  | "accounts"
  | "audits"
  | "bulk"
  | "catchups"
  | "chunks"
  | "drops"
  | "feedback"
  | "imports"
  | "inbound"
  | "largefiles"
  | "mails"
  | "records"
  | "recounts"
  | "removals"
  | "webhooks";

/** A queue between two jobs. */
export type JobQueue = {
  /** Maximum number of messages that one call of the worker receives. */
  readonly batch_size: number;
  /** Number of deliveries of a failing message before it moves to the dead-letter queue. */
  readonly max_receives: number;
  /** Maximum number of concurrent workers, so that a run over all accounts leaves table capacity for requests. */
  readonly max_concurrency: number;
  /** Alarm threshold for the age of the oldest message, in hours. Longer than all retries together. */
  readonly stale_after_hours: number;
  /**
   * Set if at most half of the workers serve one account at a time; each message then names its account. The lease of a
   * worker that is killed ends after so many seconds, the timeout of its function.
   */
  readonly lease_seconds?: number;
};

/** The least concurrency of a queue's workers that SQS accepts. */
const LEAST_WORKERS = 2;

/**
 * Returns the maximum number of concurrent workers of a queue. A new AWS account runs ten functions at once: there each
 * queue has the least workers, so that jobs leave some to requests.
 */
export const workersOf = (
  name: QueueName,
  smallAccount = process.env[SMALL_ACCOUNT] === "true",
): number => (smallAccount ? LEAST_WORKERS : queues[name].max_concurrency);

/** Returns the maximum number of workers of a fair queue that serve one account at a time. */
export const shareOf = (name: QueueName): number => Math.max(1, workersOf(name) >> 1);

/** The environment variable that tells workers that each queue has the least of them. */
export const SMALL_ACCOUNT = "SMALL_ACCOUNT";

/**
 * Returns the name of the environment variable with the URL of a queue, set in every function that sends to the queue.
 */
export const queueVariable = (name: QueueName): string => `${name.toUpperCase()}_QUEUE_URL`;

/** Returns the queues of a row that names none, one or several. */
export const queuesOf = ({
  sends,
}: {
  readonly sends?: QueueName | readonly QueueName[];
}): readonly QueueName[] => [sends ?? []].flat();
