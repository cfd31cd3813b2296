import { type Clock, SYSTEM_CLOCK } from "../../platform/clock.ts";
import { enqueue, queueWorker } from "../../platform/queues/queues.ts";
import { RECOUNTS } from "../rates/request-recheck.ts";
import { recountAccount } from "./recount.ts";
import { isPending, waitBefore } from "./recount-state.ts";
import { runRecheck } from "./run-recheck.ts";

/** Run time within the 15 minutes of the function. The current chunk then still ends in time. */
const RUN_MS = 13 * 60_000;

/**
 * Returns the worker of the queue "recounts". If a recount takes longer than one run, the worker enqueues the account
 * again. A pass that may not begin yet waits in the queue: an account that asked under a later clock would otherwise
 * keep the worker busy until then.
 */
export const recountWorker = (clock: Clock = SYSTEM_CLOCK) =>
  queueWorker(RECOUNTS, async (work) => {
    if ("rate_proposal" in work) return runRecheck(work);
    const { account } = work;
    const state = await recountAccount(account, clock, clock.now() + RUN_MS);
    if (!isPending(state)) return;
    const pause = Math.ceil(waitBefore(state, clock.now()) / 1000);
    await enqueue(RECOUNTS, [{ account }], pause);
  });
