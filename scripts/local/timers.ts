import { setTimeout as wait } from "node:timers/promises";
import type { Job, LocalInterval } from "../../shared/api/job.ts";
import * as jobs from "../../shared/api/jobs.ts";
import { Failure } from "./failure.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** The seconds between two runs of scheduled jobs, by environment variable; 0 means never. */
export type Intervals = ReadonlyMap<string, number>;

/**
 * Returns the intervals from the environment, with those of the job table as defaults. Rates are not fetched by
 * default: a local stack makes no external calls by itself.
 * @throws Failure if a variable is no number of seconds
 */
export const jobIntervals = (env: Env): Intervals =>
  new Map(
    Object.values<Job>(jobs).flatMap(({ trigger }) =>
      "schedule" in trigger
        ? [[trigger.local.variable, secondsIn(env, trigger.local)] as const]
        : [],
    ),
  );

function secondsIn(env: Env, { variable: name, seconds }: LocalInterval): number {
  const text = env[name] || String(seconds);
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new Failure(`${name} must be a whole number of seconds, not ${text}`);
}

/** Delay of the first run, so that the stack serves requests first. */
const FIRST_RUN_MS = 2_000;

/** A run of a job, which stops when the signal is aborted. */
type Run = (stop: AbortSignal) => Promise<unknown>;

/**
 * Runs `job` at an interval of `seconds` until `closing` is disposed, which waits for a run in progress. Runs never
 * overlap; a failed run is reported on stderr and repeated at the next interval.
 */
export function runEvery(seconds: number, job: Run, closing: AsyncDisposableStack): void {
  if (seconds === 0) return;
  const stop = new AbortController();
  const runs = repeat(seconds * 1000, job, stop.signal);
  closing.defer(async () => {
    stop.abort();
    await runs;
  });
}

async function repeat(everyMs: number, job: Run, stop: AbortSignal) {
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

/** Waits. Returns false if it was stopped meanwhile. */
const passed = (ms: number, signal: AbortSignal): Promise<boolean> =>
  wait(ms, true, { signal }).catch(() => false);
