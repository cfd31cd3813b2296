/** Every queue between two jobs, with the limits of its workers. */
export const queues = {
  accounts: { batch_size: 10, max_receives: 5, max_concurrency: 5, stale_after_hours: 2 },
  recounts: { batch_size: 1, max_receives: 5, max_concurrency: 2, stale_after_hours: 12 },
  records: { batch_size: 1, max_receives: 5, max_concurrency: 2, stale_after_hours: 12 },
  drops: { batch_size: 1, max_receives: 5, max_concurrency: 5, stale_after_hours: 2 },
  imports: {
    batch_size: 1,
    max_receives: 6,
    max_concurrency: 4,
    stale_after_hours: 12,
    lease_seconds: 180,
  },
  // A large file takes minutes. Small ones, which take seconds, do not wait for it.
  largefiles: {
    batch_size: 1,
    max_receives: 6,
    max_concurrency: 2,
    stale_after_hours: 12,
    lease_seconds: 900,
  },
  chunks: {
    batch_size: 1,
    max_receives: 6,
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
  bulk: { batch_size: 1, max_receives: 6, max_concurrency: 5, stale_after_hours: 2 },
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

/** The queues of a small account: one for the jobs that open secrets, one for all others. */
export type SharedQueue = "secretJobs" | "otherJobs";

/** A queue between two jobs. */
export type JobQueue = {
  /** Maximum number of messages that one call of the worker receives. */
  readonly batch_size: number;
  /**
   * Number of deliveries of a failing message before it moves to the dead-letter queue. A worker that gives up does so at the
   * last one, so that a message has five attempts in every queue.
   */
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
export const LEAST_WORKERS = 2;

/** The environment variable of workers that all queues share: a new AWS account runs ten functions at once. */
export const SMALL_ACCOUNT = "SMALL_ACCOUNT";

/** True in a worker that several jobs share. */
export const inSharedWorker = (): boolean => process.env[SMALL_ACCOUNT] === "true";

/** Returns the maximum number of workers of a fair queue that serve one account at a time. */
export const shareOf = (name: QueueName): number =>
  Math.max(1, (inSharedWorker() ? LEAST_WORKERS : queues[name].max_concurrency) >> 1);

/** Milliseconds after which a run of a shared worker leaves the rest to the next one, so that other jobs get a turn. */
const SHARED_RUN_MS = 15_000;

/** Returns the time of one run of a job that yields: `longest`, or less in a shared worker. */
export const runTime = (longest: number): number => (inSharedWorker() ? SHARED_RUN_MS : longest);

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
