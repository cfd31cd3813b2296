import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import type * as routes from "../../shared/api/routes.ts";
import type { LedgerId } from "../../shared/core/ids.ts";
import { fillBySums } from "./fill.ts";
import { type Bench, goalRow, type Row } from "./harness/subject.ts";
import { median, times } from "./harness/timing.ts";
import { saleOf, seeded } from "./ledgers.ts";
import { PERIOD } from "./summaries.ts";

const run = promisify(execFile);

const STARTS = 25;
const PROCESSES = 5;
const SUMMARY = "getQuarterlySummary";
const COMMIT = "commitSupplyEvents";
type Endpoint = typeof SUMMARY | typeof COMMIT;

/** Imports a bundle and calls its handler once. Prints the milliseconds of both, and of the processor. */
const COLD_REQUEST = `
const before = process.cpuUsage();
const start = performance.now();
const { handler } = await import(process.argv[1]);
const imported = performance.now();
const { statusCode, body } = await handler(JSON.parse(process.argv[2]), {});
const answered = performance.now();
const { user, system } = process.cpuUsage(before);
if (statusCode !== 200) throw new Error(body);
console.log(JSON.stringify([imported - start, answered - imported, (user + system) / 1000]));
process.exit(0);
`;

/** Returns the measured checkouts: this one, and the one that BENCH_AGAINST names. */
function checkouts(): string[] {
  const against = process.env["BENCH_AGAINST"];
  return [process.cwd(), ...(against ? [resolve(against)] : [])];
}

function eventOf(name: Endpoint, key: string, dice: () => number): string {
  const sale = { ...saleOf("shop", 0, dice), event_id: randomUUID() };
  const summary = { queryStringParameters: { period: PERIOD } };
  return JSON.stringify({
    requestContext: { requestId: "bench" },
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(name === SUMMARY ? summary : { body: JSON.stringify(sale) }),
  });
}

/**
 * Runs a program of Node that logs as a deployed function does, and returns the figures in the last line of its output.
 */
async function figuresOf({ engine }: Bench, args: readonly string[]): Promise<number[]> {
  const env = {
    ...process.env,
    DYNAMODB_ENDPOINT: engine,
    POWERTOOLS_LOG_LEVEL: "INFO",
    POWERTOOLS_METRICS_DISABLED: "false",
  };
  const { stdout } = await run(process.execPath, args, { env });
  return JSON.parse(stdout.trim().split("\n").at(-1) as string);
}

/** Measures cold requests: the import of a bundle and its first call, each in a process of its own. */
export async function measureCold(bench: Bench): Promise<Row[]> {
  const key = await bench.newAccount("bench-cold");
  const dice = seeded(1);
  // A folder inside the checkout, because bundles import external packages from its node_modules.
  const folder = await mkdtemp(join(process.cwd(), ".local-bench-"));
  try {
    const bundles: string[] = [];
    for (const [n, root] of checkouts().entries()) {
      bundles.push(join(folder, `${n}`));
      await bundle(root, join(folder, `${n}`));
    }
    const rows: Row[] = [];
    for (const name of [SUMMARY, COMMIT] as const) {
      const figures: number[][][] = bundles.map(() => []);
      for (let start = 0; start < STARTS; start += 1) {
        for (const [n, bundled] of bundles.entries()) {
          const file = pathToFileURL(join(bundled, `${name}.mjs`)).href;
          const args = ["--input-type=module", "-e", COLD_REQUEST, file, eventOf(name, key, dice)];
          figures[n]?.push(await figuresOf(bench, args));
        }
      }
      rows.push(coldRow(name, figures));
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Bundles the endpoints of a checkout with its own settings. */
async function bundle(root: string, outdir: string): Promise<void> {
  const load = (file: string) => import(pathToFileURL(join(root, file)).href);
  const { esbuildBundling } = await load("infra/bundling.ts");
  const { routes: rows } = (await load("shared/api/routes.ts")) as { routes: typeof routes };
  const entries = [SUMMARY, COMMIT].map((name) => [
    name,
    `functions/${rows[name as Endpoint].handler}.ts`,
  ]);
  await build({
    ...esbuildBundling,
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entries),
    outdir,
    outExtension: { ".js": ".mjs" },
    logLevel: "silent",
  });
}

function coldRow(name: string, [own = [], other]: readonly (readonly number[][])[]): Row {
  const column = (starts: readonly number[][], at: number) =>
    median(starts.map((figures) => figures[at] as number));
  const whole = (starts: readonly number[][]) =>
    median(starts.map(([imported = 0, called = 0]) => imported + called));
  const [imported, called, processor] = [0, 1, 2].map((at) => `${column(own, at).toFixed(0)} ms`);
  const text = `${imported} + ${called}, processor ${processor}`;
  const what = `cold request of ${name}: import and first call`;
  if (!other) return { what, measured: text };
  const ratio = whole(own) / whole(other);
  const ratios = `${times(ratio)}, processor ${times(column(own, 2) / column(other, 2))}`;
  return goalRow("coldRequest", what, ratio, `${ratios} (${text})`);
}

/** Measures the processor time of a warm shop summary inside the function, without its calls of the table. */
export async function measureProcessor(bench: Bench): Promise<Row[]> {
  const account = "bench-processor" as LedgerId;
  const key = await bench.newAccount(account);
  await fillBySums(account, "shop", 100_000);
  const event = eventOf(SUMMARY, key, seeded(1));
  const roots = checkouts();
  const figures: number[][] = roots.map(() => []);
  for (let round = 0; round < PROCESSES; round += 1) {
    for (const [n, root] of roots.entries()) {
      const [ms = 0] = await figuresOf(bench, ["scripts/bench/warm-summary.ts", root, event]);
      figures[n]?.push(ms);
    }
  }
  const [own = 0, other] = figures.map(median);
  const what = "processor time of a warm shop summary, without the calls of the table";
  const text = `${own.toFixed(2)} ms`;
  if (other === undefined) return [{ what, measured: text }];
  const ratio = own / other;
  const against = `${times(ratio)} (${text} against ${other.toFixed(2)} ms)`;
  return [goalRow("summaryProcessor", what, ratio, against)];
}
