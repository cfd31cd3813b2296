import { type Clock, SYSTEM_CLOCK } from "../../platform/clock.ts";
import { enqueue, queueWorker } from "../../platform/queues/queues.ts";
import { RECOUNTS } from "../rates/request-recheck.ts";
import { recountAccount } from "./recount.ts";
import { isPending, waitBefore } from "./recount-state.ts";
import { runRecheck } from "./run-recheck.ts";

/** Run time within the 15 minutes of the function. The current chunk then still ends in time. */
const RUN_MS = 13 * 60_000;

/** Longest pause of a worker. There are few of them: one that waits keeps other accounts waiting. */
const LONGEST_PAUSE_MS = 1_000;

/**
 * Returns the worker of the queue "recounts". If a recount takes longer than one run, or has a pass that may not begin
 * yet, the worker enqueues the account again.
 */
export const recountWorker = (clock: Clock = SYSTEM_CLOCK) =>
  queueWorker(RECOUNTS, async (work) => {
    if ("rate_proposal" in work) return runRecheck(work);
    const { account } = work;
    const until = clock.now() + RUN_MS;
    const run = { until, longest_pause_ms: LONGEST_PAUSE_MS };
    const state = await recountAccount(account, clock, run);
    if (!isPending(state)) return;
    const pause = Math.ceil(waitBefore(state, clock.now()) / 1000);
    await enqueue(RECOUNTS, [{ account }], pause);
  });
