import { execFile } from "node:child_process";
import { createWriteStream, openAsBlob } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { build } from "esbuild";
import { esbuildBundling } from "../../infra/bundling.ts";
import type { LedgerId } from "../../shared/core/ids.ts";
import { EVENTS_NDJSON } from "../../shared/imports/formats/events-ndjson/read.ts";
import { seeded } from "../demo/dice.ts";
import { apiCall } from "../operate/imports/api-call.ts";
import type { ReachedApi } from "../operate/imports/reach-api.ts";
import { runImport } from "../operate/imports/run-import.ts";
import { newFolder } from "./harness/stack.ts";
import { type Bench, goalRow, type Row, withCommas } from "./harness/subject.ts";
import { median, ratioOf } from "./harness/timing.ts";
import { uploadedImport } from "./import-job.ts";
import { saleOf } from "./ledgers.ts";

const run = promisify(execFile);

const ACCOUNT = "bench-imports" as LedgerId;
/** Number of sales of the file whose memory is measured. */
const MANY = 330_000;
/** Number of sales and of timed imports: a single import may be half as fast as the next. */
const TIMED = 20_000;
const ROUNDS = 3;
const BATCH = 500;

/** A bounded heap: without a bound V8 keeps garbage. */
const HEAP = ["--max-old-space-size=96", "--max-semi-space-size=4"];

/** Measures the rate of whole imports, and the memory that reading a file takes. */
export async function measureImports({ url, newAccount }: Bench): Promise<Row[]> {
  const key = await newAccount(ACCOUNT);
  const folder = await newFolder("bench-imports");
  try {
    return [await rateRow({ url, key }, join(folder, "sales")), await memoryRow(folder)];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Makes the sales of a shop in a month. */
function* salesOf(name: string, count: number): Generator<object> {
  const dice = seeded(1);
  for (let n = 0; n < count; n += 1) {
    const supply_date = `2026-10-${String(1 + (n % 28)).padStart(2, "0")}`;
    yield { ...saleOf("shop", n, dice), event_id: `${name}-${n}`, supply_date };
  }
}

export const writeSales = (path: string, name: string, count: number): Promise<void> =>
  pipeline(
    Readable.from(salesOf(name, count)).map((sale) => `${JSON.stringify(sale)}\n`),
    createWriteStream(path),
  );

type ReadFile = {
  readonly rows: number;
  readonly parts: number;
  readonly seconds: number;
  readonly resident: number;
};

/** Measures the memory of a process of its own that reads a file: it must not grow with the file. */
async function memoryRow(folder: string): Promise<Row> {
  const [path, reader] = [join(folder, "sales"), join(folder, "reader.mjs")];
  // Bundled as it is deployed: type stripping of the sources would use as much memory as the reading.
  const entryPoints = ["scripts/bench/import-reader.ts"];
  await build({ ...esbuildBundling, entryPoints, outfile: reader, logLevel: "warning" });
  await writeSales(path, "read", MANY);
  const id = await uploadedImport(ACCOUNT, await openAsBlob(path), true);
  const { stdout } = await run(process.execPath, [...HEAP, reader, ACCOUNT, id]);
  const { rows, parts, seconds, resident } = JSON.parse(stdout) as ReadFile;
  if (rows === 0) throw new Error("the file was not read");
  const { size } = await stat(path);
  const shown = `${(size / 1e6).toFixed(0)} MB, ${parts} parts, ${withCommas(rows / seconds)} rows/s`;
  const what = `reading a file of ${withCommas(rows)} rows (${shown}), most resident memory`;
  return goalRow("importMemory", what, resident, `${resident.toFixed(0)} MB`);
}

/** Compares whole imports, from start to end, with commits of as many events in batches, in turn. */
async function rateRow(api: ReachedApi, path: string): Promise<Row> {
  const [importing, committing]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    await writeSales(path, `imported-${round}`, TIMED);
    importing.push(await timeOfImport(api, path));
    committing.push(await timeOfCommits(api, [...salesOf(`sent-${round}`, TIMED)]));
  }
  const { ratio, text } = ratioOf(committing, importing);
  const rate = Math.round(1000 / median(importing));
  const what = `whole imports of ${withCommas(TIMED)} sales against batch commits of as many, rate (${rate} events/s)`;
  return goalRow("importRate", what, ratio, text);
}

/** Measures the milliseconds an event of an import, as `npm run import` runs it. */
async function timeOfImport(api: ReachedApi, file: string): Promise<number> {
  const settings = { source_id: "bench" };
  const how = { dry_run: false, on_conflict: "ask", asJson: true } as const;
  const asked = { account: ACCOUNT, format: EVENTS_NDJSON, settings, file, ...how };
  const { job } = await runImport(api, asked, () => {});
  const events = job.countries.reduce((sum, country) => sum + country.events, 0);
  if (events !== TIMED) throw new Error(`${job.status}: ${events} events of ${TIMED}`);
  return (Date.parse(job.finished_at ?? "") - Date.parse(job.started_at ?? "")) / events;
}

/** Measures the milliseconds an event of commits in batches. */
async function timeOfCommits(api: ReachedApi, events: readonly unknown[]): Promise<number> {
  const started = performance.now();
  for (let at = 0; at < events.length; at += BATCH) {
    await apiCall(api, "POST", "/v1/supply-events", { events: events.slice(at, at + BATCH) });
  }
  return (performance.now() - started) / events.length;
}
