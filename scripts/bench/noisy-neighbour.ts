import { cpus } from "node:os";
import { runCommand } from "../local/failure.ts";
import { saleOf, seeded } from "./ledgers.ts";
import { newSeller } from "./seller.ts";
import { startBenchStack } from "./stack.ts";
import { percentile, type Row, times } from "./timing.ts";

/** What each account may call a second, small enough for the machine to serve both beside the measuring. */
const SHARE = 5;
const QUIET = 4;
const TIMES_THE_SHARE = 10;
const ROUNDS = 4;
const SECONDS = 10;

type Answered = { readonly status: number; readonly took: number };
type Measured = {
  readonly alone: Answered[];
  readonly beside: Answered[];
  readonly noisy: Answered[];
};

async function measured(): Promise<Measured> {
  const limit = { ACCOUNT_RATE_LIMIT: `${SHARE}`, ACCOUNT_RATE_WINDOW_SECONDS: "1" };
  Object.assign(process.env, limit);
  const stack = await startBenchStack();
  try {
    const [quiet, noisy] = [await shop(stack.url, "quiet", 1), await shop(stack.url, "noisy", 5)];
    await steadily(quiet, QUIET, SECONDS);
    const seen: Measured = { alone: [], beside: [], noisy: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      seen.alone.push(...(await steadily(quiet, QUIET, SECONDS)));
      const [beside, loud] = await Promise.all([
        steadily(quiet, QUIET, SECONDS),
        steadily(noisy, SHARE * TIMES_THE_SHARE, SECONDS),
      ]);
      seen.beside.push(...beside);
      seen.noisy.push(...loud);
    }
    return seen;
  } finally {
    await stack.end();
  }
}

/** Its next call: every second one commits so many sales, the others ask for the summary. */
async function shop(url: string, account: string, batch: number): Promise<() => Promise<Answered>> {
  const headers = {
    "X-API-Key": await newSeller(url, account),
    "Content-Type": "application/json",
  };
  const dice = seeded(batch);
  let calls = 0;
  const commit = () => {
    const events = Array.from({ length: batch }, (_, n) => {
      return { ...saleOf("shop", n, dice), event_id: `${account}-${calls}-${n}` };
    });
    const body = JSON.stringify({ events });
    return fetch(`${url}/v1/supply-events`, { method: "POST", headers, body });
  };
  const look = () => fetch(`${url}/v1/reports/oss-quarterly-summary?period=2025-Q3`, { headers });
  return async () => {
    calls += 1;
    const start = performance.now();
    const status = await statusOf(calls % 2 === 0 ? commit() : look());
    return { status, took: performance.now() - start };
  };
}

/** What is not answered at all is as bad as a 503. */
async function statusOf(called: Promise<Response>): Promise<number> {
  try {
    const response = await called;
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 503;
  }
}

/** Calls at even pauses, whether the former ones have been answered or not. */
async function steadily(
  call: () => Promise<Answered>,
  perSecond: number,
  seconds: number,
): Promise<Answered[]> {
  const start = performance.now();
  const all: Promise<Answered>[] = [];
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const pause = start + (n * 1_000) / perSecond - performance.now();
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    all.push(call());
  }
  return Promise.all(all);
}

const p95 = (answers: readonly Answered[]): number =>
  percentile(
    answers.map(({ took }) => took),
    0.95,
  );

const ratioOf = ({ alone, beside }: Measured): number => p95(beside) / p95(alone);

const share = (answers: readonly Answered[], has: (status: number) => boolean): number =>
  answers.filter(({ status }) => has(status)).length / answers.length;

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

function rowsOf(measured: Measured): Row[] {
  const { alone, beside, noisy } = measured;
  const own = [...alone, ...beside];
  const failed = share([...own, ...noisy], (status) => status >= 500);
  const refused = share(noisy, (status) => status === 429);
  const served = share(own, (status) => status === 200);
  return [
    {
      what: `p95 of an account at ${QUIET} of its ${SHARE} calls a second, beside one at ${TIMES_THE_SHARE} times its own, against alone`,
      goal: "≤ 1.5 ×",
      measured: times(ratioOf(measured)),
      met: ratioOf(measured) <= 1.5,
    },
    {
      what: "its calls that were served",
      goal: "100 %",
      measured: percent(served),
      met: served === 1,
    },
    {
      what: "calls of the noisy one that were refused (429)",
      goal: "≥ 85 %",
      measured: percent(refused),
      met: refused >= 0.85,
    },
    {
      what: "answers with 5xx, or none",
      goal: "0 %",
      measured: percent(failed),
      met: failed === 0,
    },
  ];
}

/** Alone and beside the other in turn, so that a busy machine slows both down alike. */
await runCommand(async () => {
  const seen = await measured();
  const rows = rowsOf(seen);
  console.log(
    `\n${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}\n`,
  );
  console.log(
    `p95 alone ${p95(seen.alone).toFixed(0)} ms, beside ${p95(seen.beside).toFixed(0)} ms\n`,
  );
  console.log("| what | goal | measured | met |\n|---|---|---|---|");
  for (const { what, goal, measured, met } of rows) {
    console.log(`| ${what} | ${goal} | ${measured} | ${met ? "yes" : "no"} |`);
  }
  if (rows.some(({ met }) => !met)) process.exitCode = 1;
});
