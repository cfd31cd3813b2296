import { setTimeout as wait } from "node:timers/promises";
import { checkEvidence } from "../../shared/operations/checks/check-evidence.ts";
import { inSharedWorker, runTime } from "../../shared/platform/queues/queue-table.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

/** Time for the steps of one run, of the 15 minutes of the function. The step under way then still ends in time. */
const RUN_MS = 8 * 60_000;

/** Age of files that nothing earlier can follow: a stream keeps changes for 24 hours. */
const SETTLED_MS = 25 * 3_600_000;

/** Maximum number of changes that a step covers: they fit into memory beside the items of a partition. */
const MOST_CHANGES = 1_000_000;

/** Maximum number of changes that a step covers in a shared worker, which has less memory. */
const MOST_IN_SHARED_WORKER = 200_000;

/** Milliseconds after which a change is in the journal: it collects changes for JOURNAL_SECONDS. */
const lagMs = (): number => (Number(process.env["JOURNAL_SECONDS"] || 0) + 40) * 1000;

export const handler = loggedJob("checkEvidence", () => {
  const end = Date.now() + runTime(RUN_MS);
  return checkEvidence({
    now: () => new Date(),
    isOver: () => Date.now() >= end,
    settle: () => wait(lagMs()),
    settledMs: SETTLED_MS,
    most: inSharedWorker() ? MOST_IN_SHARED_WORKER : MOST_CHANGES,
  });
});
