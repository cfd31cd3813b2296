import { setTimeout as wait } from "node:timers/promises";
import { Failure } from "./failure.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** How often the local stack runs the scheduled jobs, in seconds; 0 is never. */
export type JobIntervals = {
  readonly monitor: number;
  readonly refreshEcb: number;
  readonly recount: number;
  readonly webhooks: number;
};

const USUAL_MONITOR_SECONDS = 300;
const USUAL_RECOUNT_SECONDS = 300;
const USUAL_WEBHOOKS_SECONDS = 5;

/**
 * What MONITOR_EVERY_SECONDS, RECOUNT_EVERY_SECONDS, WEBHOOKS_EVERY_SECONDS and REFRESH_ECB_EVERY_SECONDS ask for. Rates
 * are not fetched unless asked for: a local stack talks to nobody by itself.
 * @throws Failure when one of them is no number of seconds.
 */
export const jobIntervals = (env: Env): JobIntervals => ({
  monitor: secondsIn(env, "MONITOR_EVERY_SECONDS", USUAL_MONITOR_SECONDS),
  recount: secondsIn(env, "RECOUNT_EVERY_SECONDS", USUAL_RECOUNT_SECONDS),
  webhooks: secondsIn(env, "WEBHOOKS_EVERY_SECONDS", USUAL_WEBHOOKS_SECONDS),
  refreshEcb: secondsIn(env, "REFRESH_ECB_EVERY_SECONDS", 0),
});

function secondsIn(env: Env, name: string, usual: number): number {
  const text = env[name] || String(usual);
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new Failure(`${name} must be a whole number of seconds, not ${text}`);
}

/** The first run follows the start closely, but lets the stack serve first. */
const FIRST_RUN_MS = 2_000;

/** Breaks off when the signal says so. */
type Job = (stop: AbortSignal) => Promise<unknown>;

/**
 * Runs `job` every so many seconds until `closing` is disposed, which waits for a running one. Runs
 * never overlap; one that fails is told on stderr and tried again at its next time.
 */
export function runEvery(seconds: number, job: Job, closing: AsyncDisposableStack): void {
  if (seconds === 0) return;
  const stop = new AbortController();
  const runs = repeat(seconds * 1000, job, stop.signal);
  closing.defer(async () => {
    stop.abort();
    await runs;
  });
}

async function repeat(everyMs: number, job: Job, stop: AbortSignal) {
  let pause = Math.min(everyMs, FIRST_RUN_MS);
  while (await passed(pause, stop)) {
    pause = everyMs;
    try {
      await job(stop);
    } catch (error) {
      if (!stop.aborted) tell(error);
    }
  }
}

const tell = (error: unknown) =>
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);

/** False when it was stopped meanwhile. */
const passed = (ms: number, signal: AbortSignal): Promise<boolean> =>
  wait(ms, true, { signal }).catch(() => false);
