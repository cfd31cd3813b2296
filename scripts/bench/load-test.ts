import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Failure, runCommand } from "../local/failure.ts";
import { machineNow } from "./harness/results.ts";
import { newSeller, request, startBenchStack } from "./harness/stack.ts";
import { markdown } from "./harness/subject.ts";
import { median, percentile, times } from "./harness/timing.ts";
import { saleOf, seeded } from "./ledgers.ts";

const run = promisify(execFile);

const USAGE = `usage: [SECONDS=120] npm run load-test
Sends mixed traffic of several shops to a stack of its own, and prints errors, latencies as ratios to
a request that does nothing, and memory. SECONDS may be 10 to 3600.`;

const SHOPS = 4;
const CALLERS_OF_A_SHOP = 2;
const BATCH = 20;
const SAMPLE_MS = 1_000;
/** Seconds in which caches and compiled code fill; memory growth in this time is not counted. */
const WARM_UP_SECONDS = 5;

/** The request that others are compared with: it passes the gateway and a handler, and does nothing else. */
const NO_OP = "no-op (`/health`)";

/** Kinds of requests with their percentage, typical of a shop that often reads its figures. */
const MIX: Readonly<Record<string, number>> = {
  "commit of one sale": 40,
  [`commit of a batch of ${BATCH}`]: 10,
  "commit of one refund": 10,
  "quarterly summary": 12,
  "list of 50 events": 10,
  "threshold check": 10,
  [NO_OP]: 8,
};

await runCommand(async () => {
  const seconds = Number(process.env["SECONDS"] ?? "120");
  if (!Number.isInteger(seconds) || seconds < 10 || seconds > 3_600) throw new Failure(USAGE, 2);
  const stack = await startBenchStack();
  const samples: Memory[] = [];
  const warm = performance.now() + WARM_UP_SECONDS * 1_000;
  const sampler = setInterval(async () => {
    const memory = await memoryOf(stack.pid);
    if (performance.now() >= warm) samples.push(memory);
  }, SAMPLE_MS);
  try {
    const { taken, errors } = await sendTraffic(stack.url, seconds);
    const sent = [...taken.values()].reduce((sum, kind) => sum + kind.length, 0);
    const { machine, node, date } = machineNow();
    console.log(`\n${machine}, Node ${node}, ${date}`);
    console.log(`\n${sent} requests in ${seconds} s, ${errors.length} errors\n`);
    console.log(`${latencyTable(taken)}\n\n${memoryTable(samples)}`);
    if (errors.length > 0) throw new Failure(errors.slice(0, 10).join("\n"));
  } finally {
    clearInterval(sampler);
    await stack.end();
  }
});

type Request = { readonly path: string; readonly body?: object };

/** Returns a shop: it makes its next request of a kind. */
function shop(dice: () => number): (kind: string) => Request {
  let [sales, refunds] = [0, 0];
  const sale = () => saleOf("shop", ++sales, dice);
  const refund = () => {
    const original = saleOf("shop", 1 + Math.floor(dice() * Math.max(1, sales)), dice);
    return {
      ...original,
      event_id: `refund-${++refunds}`,
      event_type: "refund",
      supply_date: "2025-10-05",
      original_event_id: original.event_id,
    };
  };
  const batch = () => ({ events: Array.from({ length: BATCH }, sale) });
  const year = { threshold_type: "oss", from: "2025-01-01", to: "2025-12-31" };
  const requests: Readonly<Record<string, () => Request>> = {
    "commit of one sale": () => ({ path: "/v1/supply-events", body: sale() }),
    [`commit of a batch of ${BATCH}`]: () => ({ path: "/v1/supply-events", body: batch() }),
    "commit of one refund": () => ({ path: "/v1/supply-events", body: refund() }),
    "quarterly summary": () => ({ path: "/v1/reports/oss-quarterly-summary?period=2025-Q3" }),
    "list of 50 events": () => ({ path: "/v1/supply-events?period=2025-Q3&limit=50" }),
    "threshold check": () => ({ path: "/v1/vat/threshold-check", body: year }),
    [NO_OP]: () => ({ path: "/health" }),
  };
  return (kind) => (requests[kind] as () => Request)();
}

/**
 * Sends mixed requests for `seconds`, from two callers of each shop, one after another each.
 * @returns the milliseconds of each kind, of failed requests too, and the errors
 */
async function sendTraffic(url: string, seconds: number) {
  const taken = new Map(Object.keys(MIX).map((kind) => [kind, [] as number[]]));
  const errors: string[] = [];
  const keys = await Promise.all(
    Array.from({ length: SHOPS }, (_, n) => newSeller(url, `load-${n}`)),
  );
  const end = performance.now() + seconds * 1_000;
  const callers = keys.flatMap((key, n) => {
    const dice = seeded(n + 1);
    const next = shop(dice);
    const caller = async () => {
      while (performance.now() < end) {
        const kind = drawnKind(dice);
        const { path, body } = next(kind);
        const start = performance.now();
        await request(url, key, path, body).catch((error) => errors.push(`${kind}: ${error}`));
        taken.get(kind)?.push(performance.now() - start);
      }
    };
    return Array.from({ length: CALLERS_OF_A_SHOP }, caller);
  });
  await Promise.all(callers);
  return { taken, errors };
}

function drawnKind(dice: () => number): string {
  let left = dice() * 100;
  const found = Object.entries(MIX).find(([, number]) => {
    left -= number;
    return left < 0;
  });
  return found?.[0] ?? NO_OP;
}

/** Formats latencies, each as a ratio to the median of the no-op of the same run. */
function latencyTable(taken: ReadonlyMap<string, readonly number[]>): string {
  const unit = median(taken.get(NO_OP) ?? []);
  const lines = [...taken].map(([kind, ms]) => {
    const cells = [0.5, 0.95, 0.99].map((part) => `${(percentile(ms, part) / unit).toFixed(1)} ×`);
    return [kind, `${ms.length}`, ...cells];
  });
  return markdown(["Request", "Sent", "50 %", "95 %", "99 %"], lines);
}

/** Resident megabytes of the server, and of the engine with its supervisor. */
type Memory = { readonly server: number; readonly engine: number };

async function memoryOf(server: number): Promise<Memory> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid=,rss="]);
  const all = stdout.trim().split("\n");
  const processes = all.map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number =>
    processes
      .filter(([, ppid]) => ppid === parent)
      .reduce((sum, [pid = 0, , kilobytes = 0]) => sum + kilobytes + below(pid), 0);
  const [, , own = 0] = processes.find(([pid]) => pid === server) ?? [];
  return { server: own / 1024, engine: below(server) / 1024 };
}

/** Formats resident memory in the first, second and last third of the samples. */
function memoryTable(samples: readonly Memory[]): string {
  const third = Math.max(1, Math.floor(samples.length / 3));
  const parts = [samples.slice(0, third), samples.slice(third, -third), samples.slice(-third)];
  const lines = (["server", "engine"] as const).map((name) => {
    const held = parts.map((part) => median(part.map((one) => one[name])));
    const [first = 0, , last = 0] = held;
    return [name, ...held.map((megabytes) => `${megabytes.toFixed(0)} MB`), times(last / first)];
  });
  const head = ["Resident memory, median", "First third", "Second third", "Last third", "Growth"];
  return markdown(head, lines);
}
