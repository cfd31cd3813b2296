import type { Job, Trigger } from "../../shared/api/job.ts";
import * as jobs from "../../shared/api/jobs.ts";
import { stopSignal } from "../../shared/platform/clock.ts";
import type { QueueName } from "../../shared/platform/queues/queue-table.ts";
import { pollDrops } from "./drop-folder.ts";
import { listen, type Worker } from "./local-queues.ts";
import { type Intervals, runEvery } from "./timers.ts";

/** Imports a job's function at its first run, so that a stack starts without it. */
const handlerOf =
  ({ handler }: Job) =>
  async (event?: unknown): Promise<unknown> => {
    const [folder, name] = handler.split("/");
    return (await import(`../../functions/${folder}/${name}.ts`)).handler(event);
  };

const rows: readonly Job[] = Object.values(jobs);

/** Runs the scheduled functions at their intervals, and the workers of all queues, until `closing` is disposed. */
export async function startJobs(intervals: Intervals, closing: AsyncDisposableStack) {
  await startWorkers(closing, ({ local_variable = "" }) => intervals.get(local_variable) !== 0);
  for (const job of rows) {
    if (!("schedule" in job.trigger)) continue;
    const run = handlerOf(job);
    const seconds = intervals.get(job.trigger.local.variable) ?? 0;
    runEvery(seconds, (stop) => stopSignal.run(stop, run), closing);
  }
  pollDrops(closing);
  await resumeImports();
  await resumeCatchUps();
  await resumeBulk();
}

type QueueTrigger = Extract<Trigger, { readonly queue: QueueName }>;

export async function startWorkers(
  closing: AsyncDisposableStack,
  isWanted: (trigger: QueueTrigger) => boolean,
): Promise<void> {
  for (const job of rows) {
    if (!("queue" in job.trigger) || !isWanted(job.trigger)) continue;
    await listen(job.trigger.queue, handlerOf(job) as Worker, closing);
  }
}

/** Enqueues the unfinished imports of a former stack. SQS would deliver the messages of a dead worker again. */
async function resumeImports(): Promise<void> {
  const { accountPages } = await import("../../shared/accounts/store-accounts.ts");
  const { listImportJobs } = await import("../../shared/imports/jobs/store-jobs.ts");
  const { isUnderWay } = await import("../../shared/imports/jobs/job.ts");
  const { enqueueImport } = await import("../../shared/imports/jobs/process-message.ts");
  for await (const accounts of accountPages()) {
    for (const account of accounts) {
      const left = (await listImportJobs(account, NEWEST)).filter(isUnderWay);
      for (const job of left) await enqueueImport(account, job);
    }
  }
}

/** Number of an account's imports that are searched for unfinished ones. */
const NEWEST = 100;

/** Enqueues the next step of each catch-up that a former stack has left. */
async function resumeCatchUps(): Promise<void> {
  const { accountPages } = await import("../../shared/accounts/store-accounts.ts");
  const { resumeCatchUpsOf } = await import("../../shared/shops/catch-up/process-catch-up.ts");
  for await (const accounts of accountPages()) {
    for (const account of accounts) await resumeCatchUpsOf(account);
  }
}

/** Enqueues each bulk job that a former stack has left. */
async function resumeBulk(): Promise<void> {
  const { accountRecordPages } = await import("../../shared/accounts/store-accounts.ts");
  const { resumeBulkJobs } = await import("../../shared/filing/bulk/run-bulk-job.ts");
  const organisations = new Set<string>();
  for await (const records of accountRecordPages()) {
    for (const { organisation } of records) if (organisation) organisations.add(organisation);
  }
  for (const organisation of organisations) await resumeBulkJobs(organisation);
}
