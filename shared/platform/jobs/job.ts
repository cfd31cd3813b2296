import type { TableAccess } from "../table/access.ts";

/** What starts a job: the clock, or messages in a queue. */
export type Trigger =
  | {
      /** A rate or cron expression of EventBridge Scheduler. */
      readonly schedule: string;
      /** The clock it goes by, summer time included. */
      readonly time_zone: "Etc/UTC" | "Europe/Berlin";
      /** Hours without a run that was done, after which somebody is told: 168 at most. */
      readonly silent_hours: number;
    }
  | { readonly queue: QueueName }
  /** Nobody but an operator who may invoke the function. */
  | { readonly invoked_by: "operator" };

export type QueueName =
  | "accounts"
  | "audits"
  | "chunks"
  | "imports"
  | "records"
  | "recounts"
  | "removals"
  | "webhooks";

/** The folders of the bucket of imports that a function reads and writes. */
export type ImportFolders = {
  readonly reads?: readonly ImportFolder[];
  readonly writes?: readonly ImportFolder[];
};

type ImportFolder = "uploads" | "work";

/** A queue between two jobs. */
export type JobQueue = {
  /** Messages the worker is handed at once, at most. */
  readonly batch_size: number;
  /** Deliveries of a message that keeps failing, before it goes to the dead letters. */
  readonly max_receives: number;
  /** Workers at once, at most: a run over all accounts must not take the table's capacity. */
  readonly max_concurrency: number;
  /** Hours that no message should have to wait. One that keeps failing is a dead letter before. */
  readonly stale_after_hours: number;
};

export type Job = {
  readonly trigger: Trigger;
  readonly table: TableAccess;
  /** The queue it writes to. */
  readonly sends?: QueueName;
  /** Whether it stores files in the artifact bucket. */
  readonly artifacts?: "put";
  /** What it does with the bucket of imports. */
  readonly imports?: ImportFolders;
  /** Whether it reads and cuts large files, which takes a processor and a disk. */
  readonly isLarge?: true;
  /** Whether it puts events on the event bus. */
  readonly publishes?: true;
  readonly timeout_seconds: number;
  /** A file under functions/, without its ending. */
  readonly handler: string;
  readonly summary: string;
};
