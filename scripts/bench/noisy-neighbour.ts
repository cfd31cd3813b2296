import { runCommand } from "../local/failure.ts";
import { machineNow } from "./harness/results.ts";
import { newSeller, startBenchStack } from "./harness/stack.ts";
import { type Row, rowsTable } from "./harness/subject.ts";
import { percentile, times } from "./harness/timing.ts";
import { saleOf, seeded } from "./ledgers.ts";

/** Calls a second that an account may make: few enough that the machine serves both accounts. */
const LIMIT = 5;
const QUIET = 4;
const TIMES_THE_LIMIT = 10;
const ROUNDS = 4;
const SECONDS = 10;

type Answered = { readonly status: number; readonly ms: number };

/** The responses of the quiet account, alone and with a noisy neighbour, and those of the neighbour. */
type Measured = {
  readonly alone: Answered[];
  readonly together: Answered[];
  readonly noisy: Answered[];
};

await runCommand(async () => {
  const measured = await measure();
  const rows = rowsOf(measured);
  const { machine, node, date } = machineNow();
  const [alone, together] = [measured.alone, measured.together].map(p95);
  console.log(`\n${machine}, Node ${node}, ${date}`);
  console.log(`\np95 alone ${alone?.toFixed(0)} ms, together ${together?.toFixed(0)} ms\n`);
  console.log(rowsTable(rows));
  if (rows.some(({ met }) => !met)) process.exitCode = 1;
});

/** Measures alone and together in turn, so that a busy machine slows both down alike. */
async function measure(): Promise<Measured> {
  process.env["ACCOUNT_RATE_LIMIT"] = `${LIMIT}`;
  process.env["ACCOUNT_RATE_WINDOW_SECONDS"] = "1";
  const stack = await startBenchStack();
  try {
    const [quiet, noisy] = [await shop(stack.url, "quiet", 1), await shop(stack.url, "noisy", 5)];
    await steadily(quiet, QUIET);
    const measured: Measured = { alone: [], together: [], noisy: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      measured.alone.push(...(await steadily(quiet, QUIET)));
      const calls = [steadily(quiet, QUIET), steadily(noisy, LIMIT * TIMES_THE_LIMIT)];
      const [together = [], loud = []] = await Promise.all(calls);
      measured.together.push(...together);
      measured.noisy.push(...loud);
    }
    return measured;
  } finally {
    await stack.end();
  }
}

/** Returns the next call of an account: commits of `batch` sales and summaries in turn. */
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
  const summary = () =>
    fetch(`${url}/v1/reports/oss-quarterly-summary?period=2025-Q3`, { headers });
  return async () => {
    calls += 1;
    const start = performance.now();
    const status = await statusOf(calls % 2 === 0 ? commit() : summary());
    return { status, ms: performance.now() - start };
  };
}

/** Returns the status of a response; a missing one counts as 503. */
async function statusOf(called: Promise<Response>): Promise<number> {
  try {
    const response = await called;
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 503;
  }
}

/** Calls at even pauses for some seconds, without waiting for the responses to earlier calls. */
async function steadily(call: () => Promise<Answered>, perSecond: number): Promise<Answered[]> {
  const start = performance.now();
  const all: Promise<Answered>[] = [];
  for (let n = 0; n < perSecond * SECONDS; n += 1) {
    const pause = start + (n * 1_000) / perSecond - performance.now();
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    all.push(call());
  }
  return Promise.all(all);
}

/** Returns the latency that 95 % of the responses do not exceed. */
function p95(answers: readonly Answered[]): number {
  const latencies = answers.map(({ ms }) => ms);
  return percentile(latencies, 0.95);
}

function rowsOf({ alone, together, noisy }: Measured): Row[] {
  const own = [...alone, ...together];
  const ratio = p95(together) / p95(alone);
  const part = (answers: readonly Answered[], has: (status: number) => boolean) =>
    answers.filter(({ status }) => has(status)).length / answers.length;
  const percent = (figure: number) => `${(100 * figure).toFixed(1)} %`;
  const served = part(own, (status) => status === 200);
  const limited = part(noisy, (status) => status === 429);
  const failed = part([...own, ...noisy], (status) => status >= 500);
  const what = `p95 of an account at ${QUIET} of its ${LIMIT} calls a second, with one at ${TIMES_THE_LIMIT} times its own, against alone`;
  return [
    { what, goal: "≤ 1.5 ×", measured: times(ratio), met: ratio <= 1.5 },
    { what: "its calls with 200", goal: "100 %", measured: percent(served), met: served === 1 },
    {
      what: "calls of the noisy account with 429",
      goal: "≥ 85 %",
      measured: percent(limited),
      met: limited >= 0.85,
    },
    {
      what: "calls with 5xx or no response",
      goal: "0 %",
      measured: percent(failed),
      met: failed === 0,
    },
  ];
}
