import type { Job } from "../shared/api/job.ts";
import * as jobs from "../shared/api/jobs.ts";
import { SHARED_QUEUES, sharedQueueOf, sharedWorkerOf } from "../shared/api/shared-workers.ts";
import { idOf } from "./job-queue.ts";
import type { Settings } from "./settings.ts";

type NamedJob = readonly [name: string, job: Job];

type Enabling = Pick<Settings, "connections" | "mail">;

/** True if a stage has what a route or a job needs. */
export function isEnabled(needs: Job["needs"], { connections, mail }: Enabling): boolean {
  if (needs === undefined) return true;
  if (needs === "connections") return connections;
  return mail !== null && (needs === "mail" || mail.smtpSecretArn === null);
}

/** Returns the jobs that a stage needs. */
export const neededJobs = (settings: Enabling): readonly NamedJob[] =>
  Object.entries<Job>(jobs).filter(([, { needs }]) => isEnabled(needs, settings));

/** Returns the functions of the jobs of a stage: one for each job, or in a small account for those that share a queue. */
export function jobFunctions(settings: Enabling & Pick<Settings, "smallAccount">) {
  const needed = neededJobs(settings);
  if (!settings.smallAccount) return needed;
  const rows = needed.map(([, job]) => job);
  return [
    ...needed.filter(([, job]) => sharedQueueOf(job) === undefined),
    ...SHARED_QUEUES.map(
      (queue) => [`run${idOf(queue)}`, sharedWorkerOf(queue, rows)] satisfies NamedJob,
    ),
  ];
}
