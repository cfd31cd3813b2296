import type { ImportJob } from "../../shared/imports/jobs/job.ts";
import { startedImport } from "../../shared/imports/jobs/transitions.ts";
import { measureAccountUnits, unitsRow } from "./account-units.ts";
import { type CallCounts, countsOf } from "./call-counts.ts";
import { saleOf, seeded } from "./ledgers.ts";
import type { Findings } from "./timing.ts";

/** Sales of the file, and how many rows of it are refused. */
const SALES = 10_000;
const REFUSED = 100;
/** A report of a million sales in a quarter has so many of a day one after the other. */
const OF_A_DAY = 5_000;
/** The parts of a million rows. */
const PARTS = 2_000;

/** A file of single sales of a shop, and of rows that are no events. */
function fileOfSales(): string {
  const dice = seeded(1);
  const sales = Array.from({ length: SALES }, (_, n) => ({
    ...saleOf("shop", n, dice),
    event_id: `counted-${n}`,
    supply_date: `2026-05-${14 + Math.floor(n / OF_A_DAY)}`,
  }));
  const refused = Array.from({ length: REFUSED }, (_, n) => ({ event_id: `refused-${n}` }));
  return [...sales, ...refused].map((one) => `${JSON.stringify(one)}\n`).join("");
}

/**
 * What a whole import asks of table, files and queue, counted call by call: of the table by the kind of items that a call is
 * about, so that what the job itself takes stands beside what its sales do. One worker does all of it, so nobody collides.
 */
export async function measureUnits(account: string, importer: string): Promise<Findings> {
  const take = await countsOf();
  const ofAccount = await measureAccountUnits(account, take);
  const { id, messages, processor_ms } = await importedWhole(importer);
  const counts = take();
  const { loadImportJob } = await import("../../shared/imports/jobs/store-jobs.ts");
  const job = await loadImportJob(importer, id);
  if (job?.state !== "completed") throw new Error(`the import is ${job?.state}`);
  const { row_parts = 0, correction_parts = 0 } = job;
  return {
    rows: [
      ...ofAccount,
      unitsRow("an import, a row, the job included", counts, SALES + REFUSED),
      unitsRow(`the job of ${PARTS} parts, a part`, await ofParts(importer, job, take), PARTS),
    ],
    tables: [
      {
        title: `An import of ${SALES} sales and ${REFUSED} rows that are refused: ${row_parts + correction_parts} parts, ${messages} messages, ${Math.round(processor_ms)} ms of processor`,
        head: ["of", "calls", "read units", "write units"],
        lines: linesOf(counts),
      },
    ],
  };
}

/** What the job alone takes where it has as many parts as a file of a million rows: it is read and marked with each. */
async function ofParts(account: string, like: ImportJob, take: () => CallCounts) {
  const { loadImportJob, markImportPart, moveImportJob } = await import(
    "../../shared/imports/jobs/store-jobs.ts"
  );
  const { job } = await requested(account, 1);
  await moveImportJob(account, job, startedImport(false, "etag", new Date()));
  take();
  for (let part = 1; part <= PARTS; part += 1) {
    const begun = await loadImportJob(account, job.id);
    if (begun) await markImportPart(account, begun, part, like.tally);
  }
  return take();
}

async function requested(account: string, size_bytes: number) {
  const { requestImport } = await import("../../shared/imports/jobs/request-import.ts");
  const asked = { format: "events_ndjson", source_id: "bench", settings: {}, size_bytes };
  return requestImport(account, asked, { keyId: "bench", now: new Date() });
}

const linesOf = (counts: CallCounts): string[][] =>
  [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { calls, read, write }]) => [name, `${calls}`, `${read}`, `${write}`]);

async function importedWhole(account: string) {
  const { moveImportJob } = await import("../../shared/imports/jobs/store-jobs.ts");
  const { lookAtObject, uploadObject } = await import("../../shared/imports/jobs/store-objects.ts");
  const { processAll } = await import("../demo/import-file.ts");
  const body = fileOfSales();
  const now = () => new Date();
  const { job, upload } = await requested(account, body.length);
  await fetch(upload.url, { method: "PUT", headers: upload.headers, body });
  const found = await lookAtObject(uploadObject(account, job.id));
  await moveImportJob(account, job, startedImport(false, found?.etag ?? "", now()));
  const before = process.cpuUsage();
  const messages = await processAll([{ account, import_id: job.id, pass: 1 }]);
  const { user, system } = process.cpuUsage(before);
  return { id: job.id, messages, processor_ms: (user + system) / 1_000 };
}
