import { execFile } from "node:child_process";
import { createReadStream, createWriteStream, openAsBlob } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { build } from "esbuild";
import { esbuildBundling } from "../../infra/bundling.ts";
import { startedImport } from "../../shared/imports/jobs/transitions.ts";
import { apiCall } from "../operate/imports/api-call.ts";
import type { ReachedApi } from "../operate/imports/reach-api.ts";
import { amazonReport } from "./amazon-report.ts";
import { inMemory } from "./memory.ts";
import { median, type Row, ratioOf } from "./timing.ts";

const run = promisify(execFile);

/** Sales of the reports: some megabytes, 300,000 rows and more, and one gigabyte. */
const FEW = 20_000;
const MANY = 300_000;
const GIGABYTE = 1_000_000_000;
/** Sales of the imports that are timed whole, and how many of them: one alone may be half as fast as the next. */
const TIMED = 20_000;
const ROUNDS = 3;
const BATCH = 500;

/** A bounded heap: what is alive has to fit into it, however much garbage a larger one would keep. */
const HEAP = ["--max-old-space-size=96", "--max-semi-space-size=4"];
const MOST_RESIDENT_MB = 200;
const LEAST_RATE = 0.8;

type ReadFile = {
  rows: number;
  parts: number;
  seconds: number;
  processor_seconds: number;
  resident: number;
};

/**
 * What it takes to read a report of any length, in a process of its own: its memory must not grow with
 * the file; and how fast a whole import is against commits of the same events in batches.
 */
export async function measureImports(account: string, api: ReachedApi): Promise<Row[]> {
  return withReader(async (read) => [
    await memoryOf(account, read, FEW),
    await memoryOf(account, read, MANY),
    await rateOf(api, read.path),
  ]);
}

/** The same memory for a report of a gigabyte, which takes minutes. */
export const measureGigabyte = (account: string): Promise<Row[]> =>
  withReader(async (read) => [await memoryOf(account, read, Number.POSITIVE_INFINITY)]);

async function withReader(work: (read: Read) => Promise<Row[]>): Promise<Row[]> {
  const folder = await mkdtemp(join(inMemory(), "vat-bench-imports-"));
  try {
    return await work({ path: join(folder, "report"), reader: await bundledReader(folder) });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes a report of so many sales, or of a gigabyte when they are without end. */
async function writeReport(path: string, sales: number): Promise<number> {
  let bytes = 0;
  function* bounded() {
    for (const row of amazonReport(Math.min(sales, 10_000_000))) {
      bytes += row.length;
      if (bytes > GIGABYTE) return;
      yield row;
    }
  }
  await pipeline(Readable.from(bounded()), createWriteStream(path));
  return (await stat(path)).size;
}

/** The reader as it is deployed: what strips types of its source would hold as much as the reading does. */
async function bundledReader(folder: string): Promise<string> {
  const outfile = join(folder, "reader.mjs");
  const entryPoints = ["scripts/bench/import-reader.ts"];
  await build({ ...esbuildBundling, entryPoints, outfile, logLevel: "warning" });
  return outfile;
}

type Read = { readonly path: string; readonly reader: string };

async function memoryOf(account: string, { path, reader }: Read, sales: number): Promise<Row> {
  const { requestImport } = await import("../../shared/imports/jobs/request-import.ts");
  const { moveImportJob } = await import("../../shared/imports/jobs/store-jobs.ts");
  const { lookAtObject, uploadObject } = await import("../../shared/imports/jobs/store-objects.ts");
  const size_bytes = await writeReport(path, sales);
  const now = new Date();
  const asked = { format: "amazon_avtr", source_id: "bench", settings: {}, size_bytes };
  const { job, upload } = await requestImport(account, asked, { keyId: "bench", now });
  await put(path, upload);
  const found = await lookAtObject(uploadObject(account, job.id));
  await moveImportJob(account, job, startedImport(true, found?.etag ?? "", now));
  const { stdout } = await run(process.execPath, [...HEAP, reader, account, job.id]);
  const { rows, parts, seconds, processor_seconds, resident } = JSON.parse(stdout) as ReadFile;
  if (rows === 0) throw new Error("the report was not read");
  const mb = (size_bytes / 1e6).toFixed(0);
  const rate = (time: number) => Math.round(rows / time).toLocaleString("en");
  return {
    what: `reading a report of ${rows.toLocaleString("en")} rows (${mb} MB, ${parts} parts, ${rate(seconds)} rows/s, ${rate(processor_seconds)} a second of processor), most resident memory`,
    goal: `≤ ${MOST_RESIDENT_MB} MB`,
    measured: `${resident.toFixed(0)} MB`,
    met: resident <= MOST_RESIDENT_MB,
  };
}

type Upload = { readonly url: string; readonly headers: Record<string, string> };

async function put(path: string, { url, headers }: Upload): Promise<void> {
  const { ok, status } = await fetch(url, {
    method: "PUT",
    headers,
    body: await openAsBlob(path),
  });
  if (!ok) throw new Error(`the upload was refused: ${status}`);
}

/** Rows a second of whole imports, from their start to their end, against commits of 500 events each, in turn. */
async function rateOf(api: ReachedApi, path: string): Promise<Row> {
  const size_bytes = await writeReport(path, TIMED);
  const [importing, committing]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    importing.push(await timeOfImport(api, path, { size_bytes, source_id: `timed-${round}` }));
    committing.push(await timeOfCommits(api, await eventsOf(path, `by-hand-${round}`)));
  }
  const { middle, text } = ratioOf(committing, importing);
  return {
    what: `whole imports of ${TIMED.toLocaleString("en")} sales against batch commits of the same, rate (${Math.round(1000 / median(importing))} events/s)`,
    goal: `≥ ${LEAST_RATE} ×`,
    measured: text,
    met: middle >= LEAST_RATE,
  };
}

/** Milliseconds an event. */
async function timeOfImport(
  api: ReachedApi,
  path: string,
  asked: { readonly size_bytes: number; readonly source_id: string },
): Promise<number> {
  type Created = { readonly id: string; readonly upload: Upload };
  const format = { format: "amazon_avtr", ...asked };
  const created = await apiCall<Created>(api, "POST", "/v1/imports", format);
  await put(path, created.upload);
  const started = performance.now();
  await apiCall(api, "POST", `/v1/imports/${created.id}/start`, {});
  const { events } = await ended(api, created.id);
  return (performance.now() - started) / events;
}

/** The same of commits. */
async function timeOfCommits(api: ReachedApi, events: readonly unknown[]): Promise<number> {
  const began = performance.now();
  for (let at = 0; at < events.length; at += BATCH) {
    await apiCall(api, "POST", "/v1/supply-events", { events: events.slice(at, at + BATCH) });
  }
  return (performance.now() - began) / events.length;
}

async function ended(api: ReachedApi, id: string): Promise<{ events: number }> {
  type Shown = { status: string; countries: { events: number }[]; error: unknown };
  for (;;) {
    const job = await apiCall<Shown>(api, "GET", `/v1/imports/${id}`);
    if (job.status === "completed") {
      return { events: job.countries.reduce((sum, one) => sum + one.events, 0) };
    }
    if (job.status === "failed") throw new Error(JSON.stringify(job.error));
    await wait(200);
  }
}

/** The events of a report, as a caller with a reader of its own would send them. */
async function eventsOf(path: string, source_id: string): Promise<unknown[]> {
  const { readImport } = await import("../../shared/imports/formats/read-import.ts");
  const { AMAZON_AVTR } = await import("../../shared/imports/formats/amazon-avtr/format.ts");
  const { dayOf } = await import("../../shared/core/calendar/iso-date.ts");
  const inUse = AMAZON_AVTR.withSettings(AMAZON_AVTR.settings.parse({ source_id }));
  const events: object[] = [];
  for await (const { outcome } of readImport(createReadStream(path), inUse, dayOf(new Date()))) {
    if (outcome.outcome === "event") events.push(...outcome.events);
    if (outcome.outcome !== "correction") continue;
    const { draft } = outcome as { draft: { events: object[] } };
    // Whoever sends a refund knows its sale.
    events.push(...draft.events.map((one) => ({ ...one, original_event_id: saleOf(one) })));
  }
  return events;
}

const saleOf = (refund: object): string => {
  const { event_id } = refund as { event_id: string };
  return event_id.replace(/:amzn1:crow:R(\d+):/, ":D$1:");
};
