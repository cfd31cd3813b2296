import { SHARED_QUEUES } from "../shared/api/shared-workers.ts";
import { LEAST_WORKERS, queues } from "../shared/platform/queues/queue-table.ts";
import { neededJobs } from "./job-rows.ts";
import type { Settings } from "./settings.ts";

/** Shards of the stream of a new table, each read by one execution of the journal, and one of the lake. */
const SHARDS = 4;

/** Returns how many functions jobs, journal, lake and smoke test of a stage run at once at most, without requests. */
export function executionsOf(settings: Settings): number {
  const besides = SHARDS * (settings.lake ? 2 : 1) + (settings.smokeTest ? 1 : 0);
  const needed = neededJobs(settings);
  if (settings.smallAccount) {
    // Schedules send messages to the workers.
    return SHARED_QUEUES.length * LEAST_WORKERS + besides;
  }
  const workers = needed.map(([, { trigger }]) =>
    "queue" in trigger ? queues[trigger.queue].max_concurrency : 0,
  );
  const scheduled = needed.filter(([, { trigger }]) => "schedule" in trigger);
  return workers.reduce((sum: number, most) => sum + most, 0) + besides + scheduled.length;
}
