import { execFile } from "node:child_process";
import { createReadStream, createWriteStream, openAsBlob } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { build } from "esbuild";
import { esbuildBundling } from "../../infra/bundling.ts";
import { dayOf } from "../../shared/core/calendar/dates.ts";
import type { AuthorId, LedgerId } from "../../shared/core/ids.ts";
import { AMAZON_AVTR } from "../../shared/imports/formats/amazon-avtr/read.ts";
import { readImport } from "../../shared/imports/formats/read-import.ts";
import { startedImport } from "../../shared/imports/jobs/job.ts";
import { requestImport } from "../../shared/imports/jobs/manage-import.ts";
import { moveImportJob } from "../../shared/imports/jobs/store-jobs.ts";
import { lookAtObject, uploadObject } from "../../shared/imports/jobs/store-objects.ts";
import { apiCall } from "../operate/imports/api-call.ts";
import type { ReachedApi } from "../operate/imports/reach-api.ts";
import { amazonReport } from "./amazon-report.ts";
import { newFolder } from "./harness/stack.ts";
import { type Bench, goalRow, type Row, withCommas } from "./harness/subject.ts";
import { median, ratioOf } from "./harness/timing.ts";
import { BUILT_IN_RATES } from "./ledgers.ts";

const run = promisify(execFile);

/** Number of sales of the report whose memory is measured: 330,000 rows. */
const MANY = 300_000;
/** Number of sales and of timed imports: a single import may be half as fast as the next. */
const TIMED = 20_000;
const ROUNDS = 3;
const BATCH = 500;

/** A bounded heap: without a bound V8 keeps garbage. */
const HEAP = ["--max-old-space-size=96", "--max-semi-space-size=4"];

/** Measures the rate of whole imports, and the memory that reading a report takes. */
export async function measureImports({ url, newAccount }: Bench): Promise<Row[]> {
  const account = "bench-imports" as LedgerId;
  const key = await newAccount(account);
  const folder = await newFolder("bench-imports");
  try {
    return [await rateRow({ url, key }, join(folder, "report")), await memoryRow(account, folder)];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes a report of `sales` sales; returns its size. */
async function writeReport(path: string, sales: number): Promise<number> {
  await pipeline(Readable.from(amazonReport(sales)), createWriteStream(path));
  return (await stat(path)).size;
}

type ReadFile = {
  readonly rows: number;
  readonly parts: number;
  readonly seconds: number;
  readonly resident: number;
};

/** Measures the memory of a process of its own that reads a report: it must not grow with the file. */
async function memoryRow(account: LedgerId, folder: string): Promise<Row> {
  const [path, reader] = [join(folder, "report"), join(folder, "reader.mjs")];
  // Bundled as it is deployed: type stripping of the sources would use as much memory as the reading.
  const entryPoints = ["scripts/bench/import-reader.ts"];
  await build({ ...esbuildBundling, entryPoints, outfile: reader, logLevel: "warning" });
  const size_bytes = await writeReport(path, MANY);
  const now = new Date();
  const settings = {
    format: "amazon_avtr",
    source_id: "bench",
    settings: {},
    on_conflict: "ask" as const,
    size_bytes,
  };
  const { job, upload } = await requestImport(account, settings, {
    author: "bench" as AuthorId,
    now,
  });
  await put(path, upload);
  const found = await lookAtObject(uploadObject(account, job.id));
  await moveImportJob(account, job, startedImport(true, found?.etag ?? "", now));
  const { stdout } = await run(process.execPath, [...HEAP, reader, account, job.id]);
  const { rows, parts, seconds, resident } = JSON.parse(stdout) as ReadFile;
  if (rows === 0) throw new Error("the report was not read");
  const size = `${(size_bytes / 1e6).toFixed(0)} MB, ${parts} parts, ${withCommas(rows / seconds)} rows/s`;
  const what = `reading a report of ${withCommas(rows)} rows (${size}), most resident memory`;
  return goalRow("importMemory", what, resident, `${resident.toFixed(0)} MB`);
}

type Upload = { readonly url: string; readonly headers: Record<string, string> };

async function put(path: string, { url, headers }: Upload): Promise<void> {
  const response = await fetch(url, { method: "PUT", headers, body: await openAsBlob(path) });
  if (!response.ok) throw new Error(`the upload failed: ${response.status}`);
}

/** Compares whole imports, from start to end, with commits of the same events in batches, in turn. */
async function rateRow(api: ReachedApi, path: string): Promise<Row> {
  const size_bytes = await writeReport(path, TIMED);
  const [importing, committing]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    importing.push(await timeOfImport(api, path, { size_bytes, source_id: `timed-${round}` }));
    committing.push(await timeOfCommits(api, await eventsOf(path, `batches-${round}`)));
  }
  const { ratio, text } = ratioOf(committing, importing);
  const rate = Math.round(1000 / median(importing));
  const what = `whole imports of ${withCommas(TIMED)} sales against batch commits of the same, rate (${rate} events/s)`;
  return goalRow("importRate", what, ratio, text);
}

/** Measures the milliseconds an event of an import. */
async function timeOfImport(
  api: ReachedApi,
  path: string,
  settings: { readonly size_bytes: number; readonly source_id: string },
): Promise<number> {
  type Created = { readonly id: string; readonly upload: Upload };
  const requested = { format: "amazon_avtr", ...settings };
  const created = await apiCall<Created>(api, "POST", "/v1/imports", requested);
  await put(path, created.upload);
  const started = performance.now();
  await apiCall(api, "POST", `/v1/imports/${created.id}/start`, {});
  const events = await eventsOfEnded(api, created.id);
  return (performance.now() - started) / events;
}

/** Measures the milliseconds an event of commits in batches. */
async function timeOfCommits(api: ReachedApi, events: readonly unknown[]): Promise<number> {
  const started = performance.now();
  for (let at = 0; at < events.length; at += BATCH) {
    await apiCall(api, "POST", "/v1/supply-events", { events: events.slice(at, at + BATCH) });
  }
  return (performance.now() - started) / events.length;
}

/** Waits for the end of an import; returns the number of its events. */
async function eventsOfEnded(api: ReachedApi, id: string): Promise<number> {
  type Job = {
    readonly status: string;
    readonly countries: readonly { readonly events: number }[];
    readonly error: unknown;
  };
  for (;;) {
    const job = await apiCall<Job>(api, "GET", `/v1/imports/${id}`);
    if (job.status === "completed") {
      return job.countries.reduce((sum, { events }) => sum + events, 0);
    }
    if (job.status === "failed") throw new Error(JSON.stringify(job.error));
    await wait(200);
  }
}

/** Reads the events of a report as a caller with a reader of its own would send them: a refund names its sale. */
async function eventsOf(path: string, source_id: string): Promise<unknown[]> {
  const inUse = AMAZON_AVTR.withSettings(AMAZON_AVTR.settings.parse({ source_id }), BUILT_IN_RATES);
  const events: object[] = [];
  for await (const { outcome } of readImport(createReadStream(path), inUse, dayOf(new Date()))) {
    if (outcome.outcome === "event") events.push(...outcome.events);
    if (outcome.outcome !== "correction") continue;
    const { draft } = outcome as { draft: { events: { event_id: string }[] } };
    for (const refund of draft.events) {
      const original_event_id = refund.event_id.replace(/:amzn1:crow:R(\d+):/, ":D$1:");
      events.push({ ...refund, original_event_id });
    }
  }
  return events;
}
