import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { esbuildBundling } from "../../infra/bundling.ts";
import {
  commitSupplyEvents,
  getQuarterlySummary,
  listSupplyEvents,
} from "../../shared/api/routes.ts";
import type { LedgerId } from "../../shared/core/ids.ts";
import { seeded } from "../demo/dice.ts";
import { fillLedger } from "./fill.ts";
import type { BareBody } from "./functions/bare-handler.ts";
import { functionEnvironment } from "./harness/stack.ts";
import { type Bench, goalRow, type Row } from "./harness/subject.ts";
import { inMs, ratioOf } from "./harness/timing.ts";
import { saleOf } from "./ledgers.ts";
import { PERIOD } from "./summaries.ts";

const run = promisify(execFile);

const ACCOUNT = "bench-first" as LedgerId;
const STARTS = 25;

/** Imports a bundle and calls its handler once, as Lambda does in a new process. Prints the milliseconds of both. */
const FIRST_CALL = `
const start = performance.now();
const { handler } = await import(process.argv[1]);
const imported = performance.now();
const { statusCode, body } = await handler(JSON.parse(process.argv[2]), {});
const answered = performance.now();
if (statusCode !== 200) throw new Error(body);
console.log(JSON.stringify([imported - start, answered - imported]));
process.exit(0);
`;

/** A bundle, and the event of its first call. */
type Start = { readonly bundle: string; readonly event: () => object };

/** Measures the first call of a process, the import of the bundle included, against a handler without the service. */
export async function measureFirstCalls(bench: Bench): Promise<Row[]> {
  const key = await bench.newAccount(ACCOUNT);
  await fillLedger(ACCOUNT, "shop", 1_000);
  // Inside the checkout: bundles import the packages from it that no function needs.
  const folder = await mkdtemp(join(process.cwd(), ".local-bench-"));
  try {
    const bundles = await bundled(folder);
    const rows: Row[] = [];
    for (const { what, ...start } of startsOf(key, bundles)) {
      const [own, bare]: [number[][], number[][]] = [[], []];
      for (let n = 0; n <= STARTS; n += 1) {
        own.push(await started(bench, start));
        bare.push(await started(bench, { bundle: bundles.bare, event: bareEvent }));
      }
      rows.push(rowOf(what, own.slice(1), bare.slice(1)));
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const ENTRIES = {
  bare: "scripts/bench/functions/bare-handler.ts",
  sale: `functions/${commitSupplyEvents.handler}.ts`,
  summary: `functions/${getQuarterlySummary.handler}.ts`,
  events: `functions/${listSupplyEvents.handler}.ts`,
};

type Bundles = Readonly<Record<keyof typeof ENTRIES, string>>;

async function bundled(outdir: string): Promise<Bundles> {
  const outExtension = { ".js": ".mjs" };
  await build({ ...esbuildBundling, entryPoints: ENTRIES, outdir, outExtension });
  const names = Object.keys(ENTRIES).map((name) => [
    name,
    pathToFileURL(join(outdir, `${name}.mjs`)).href,
  ]);
  return Object.fromEntries(names) as Bundles;
}

function startsOf(key: string, bundles: Bundles): (Start & { readonly what: string })[] {
  const dice = seeded(3);
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const call = (more: object) => ({ requestContext: { requestId: "bench" }, headers, ...more });
  const sale = () => ({ ...saleOf("shop", 0, dice), event_id: randomUUID() });
  const list = { limit: "20", period: PERIOD };
  return [
    { what: "a sale", bundle: bundles.sale, event: () => call({ body: JSON.stringify(sale()) }) },
    {
      what: "a summary",
      bundle: bundles.summary,
      event: () => call({ queryStringParameters: { period: PERIOD } }),
    },
    {
      what: "20 events",
      bundle: bundles.events,
      event: () => call({ queryStringParameters: list }),
    },
  ];
}

function bareEvent() {
  const Key = { pk: "bench", sk: "bench" };
  const input = { TableName: process.env["TABLE_NAME"], Key };
  const body: BareBody = { waves: [[{ name: "GetCommand", input }]] };
  return { body: JSON.stringify(body) };
}

/** Starts a process for one call; returns the milliseconds of the import and of the call. */
async function started({ engine }: Bench, { bundle, event }: Start): Promise<number[]> {
  const args = ["--input-type=module", "-e", FIRST_CALL, bundle, JSON.stringify(event())];
  const { stdout } = await run(process.execPath, args, { env: functionEnvironment(engine) });
  return JSON.parse(stdout.trim().split("\n").at(-1) as string);
}

function rowOf(what: string, own: readonly number[][], bare: readonly number[][]): Row {
  const whole = (starts: readonly number[][]) => starts.map(([a = 0, b = 0]) => a + b);
  const part = (starts: readonly number[][], at: number) =>
    inMs(
      starts.map((start) => start[at] as number),
      0,
    );
  const { ratio, text } = ratioOf(whole(own), whole(bare));
  const parts = (starts: readonly number[][]) => `${part(starts, 0)} + ${part(starts, 1)}`;
  const measured = `${text}, import and call ${parts(own)} against ${parts(bare)}`;
  return goalRow("firstCall", `first call of ${what} against a bare handler`, ratio, measured);
}
