import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";

/** The clock of jobs, in epoch milliseconds. */
export type Clock = {
  /** @throws AbortError when the local stack that runs the job stops */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
};

/** Aborted when a local stack stops, so that its jobs end. On AWS there is no such signal. */
export const stopSignal = new AsyncLocalStorage<AbortSignal>();

export const SYSTEM_CLOCK: Clock = {
  now: () => {
    stopSignal.getStore()?.throwIfAborted();
    return Date.now();
  },
  pause: (ms) => {
    const signal = stopSignal.getStore();
    return wait(ms, undefined, signal ? { signal } : {});
  },
};
