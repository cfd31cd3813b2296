import type { QueueName, SharedQueue } from "../platform/queues/queue-table.ts";
import type { SandboxAccess, TableUses } from "../platform/table/item.ts";
import type { ImportFolders } from "./route.ts";

/** The trigger of a job: a schedule, messages in a queue, or an operator. */
export type Trigger =
  | {
      /** A rate or cron expression of EventBridge Scheduler. */
      readonly schedule: string;
      /** The time zone of the schedule, including daylight saving time; UTC by default. */
      readonly time_zone?: "Europe/Berlin";
      /** Hours without a completed run after which an alarm is raised; 168 at most. */
      readonly silent_hours: number;
      readonly local: LocalInterval;
    }
  | {
      readonly queue: QueueName;
      /** A local stack runs no worker of this queue while the variable is 0. */
      readonly local_variable?: string;
    }
  /** A function that only an operator may invoke. */
  | { readonly invoked_by: "operator" }
  /** The messages and schedules of several jobs, in a small account (shared-workers.ts). */
  | { readonly shared_queue: SharedQueue };

/** The seconds between two runs in a local stack, and the environment variable that changes them; 0 means never. */
export type LocalInterval = { readonly variable: string; readonly seconds: number };

/** A function that is not called over HTTP. */
export type Job = {
  readonly trigger: Trigger;
  /** The part of the service without which a stage has no such function; `ses`: mails that SES sends. */
  readonly needs?: "connections" | "mail" | "ses";
  readonly table: TableUses;
  readonly sandboxes?: SandboxAccess;
  /** The queues that the job writes to. */
  readonly sends?: QueueName | readonly QueueName[];
  /** Set if the job stores files in the artifact bucket. */
  readonly artifacts?: "put";
  /** The job's access to the imports bucket. */
  readonly imports?: ImportFolders;
  /**
   * True if the job reads the table and the stored files of every account, except secrets, and stores checkpoints of the
   * journal.
   */
  readonly evidence?: true;
  /** The use of the key that seals secrets of users. */
  readonly seals?: "unseal";
  /** True if the job reads and splits large files, which needs more CPU and disk. */
  readonly isLarge?: true;
  /** Set if the job sends mails, or requests some where the stage sends any. */
  readonly mails?: "offer" | "send";
  /** True if the job publishes events on the event bus. */
  readonly publishes?: true;
  readonly timeout_seconds: number;
  /** True if a run ends after a time and leaves the rest to the next one: after seconds where few functions run at once. */
  readonly yields?: true;
  /** A file under functions/, without its extension. */
  readonly handler: string;
  readonly summary: string;
};
