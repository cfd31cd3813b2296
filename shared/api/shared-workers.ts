import { queuesOf, type SharedQueue } from "../platform/queues/queue-table.ts";
import type { Job } from "./job.ts";

/** Returns the queue that a job shares with others in a small account. Only what an operator invokes has its own function. */
export function sharedQueueOf({ trigger, seals }: Job): SharedQueue | undefined {
  if ("invoked_by" in trigger) return undefined;
  return seals ? "secretJobs" : "otherJobs";
}

const ROWS = {
  secretJobs: { handler: "workers/run-secret-jobs", summary: "Runs the jobs that open secrets" },
  otherJobs: { handler: "workers/run-other-jobs", summary: "Runs the jobs that open no secrets" },
} as const satisfies Readonly<Record<SharedQueue, Pick<Job, "handler" | "summary">>>;

export const SHARED_QUEUES = Object.keys(ROWS) as readonly SharedQueue[];

/** Returns the row of the worker of a shared queue: with the rights of all its jobs, and the time of the longest. */
export function sharedWorkerOf(shared_queue: SharedQueue, all: readonly Job[]): Job {
  const jobs = all.filter((job) => sharedQueueOf(job) === shared_queue);
  const sandboxes = jobs.flatMap((job) => job.sandboxes ?? []);
  const imports = jobs.flatMap((job) => job.imports ?? []);
  const some = <Key extends keyof Job>(key: Key) => {
    const value = jobs.map((job) => job[key]).findLast((used) => used !== undefined);
    return value === undefined ? {} : { [key]: value };
  };
  return {
    ...ROWS[shared_queue],
    trigger: { shared_queue },
    table: jobs.map(({ table }) => table),
    sandboxes: {
      uses: sandboxes.flatMap(({ uses = [] }) => uses),
      removes: union(sandboxes, ({ removes }) => removes),
    },
    sends: union(jobs, queuesOf),
    imports: {
      reads: union(imports, ({ reads }) => reads),
      writes: union(imports, ({ writes }) => writes),
    },
    ...some("artifacts"),
    ...some("evidence"),
    ...some("seals"),
    ...some("isLarge"),
    // What sends mails may also request them, and is last in the table of jobs.
    ...some("mails"),
    ...some("publishes"),
    timeout_seconds: Math.max(
      ...jobs.map(({ yields, timeout_seconds }) => (yields ? 0 : timeout_seconds)),
    ),
  };
}

const union = <Row, Value>(
  rows: readonly Row[],
  of: (row: Row) => readonly Value[] | undefined,
): Value[] => [...new Set(rows.flatMap((row) => of(row) ?? []))];
