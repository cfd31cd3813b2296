import { type IsoDate, quarterOn } from "../../shared/core/calendar/dates.ts";
import type { AuthorId, EventId, LedgerId } from "../../shared/core/ids.ts";
import { type ImportJob, startedImport } from "../../shared/imports/jobs/job.ts";
import {
  loadImportJob,
  markImportPart,
  moveImportJob,
} from "../../shared/imports/jobs/store-jobs.ts";
import { commitEvents } from "../../shared/ledger/commit/commit-events.ts";
import { auditOnce, quartersDue } from "../../shared/operations/audit/audit-due-quarters.ts";
import { lockReturn } from "../../shared/returns/locks/lock-return.ts";
import { monitorAccount } from "../../shared/returns/overview/monitor-account.ts";
import { cachedRates } from "../../shared/vat/exchange-rates/cached-rates.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";
import { seeded } from "../demo/dice.ts";
import { processAll } from "../demo/import-file.ts";
import { type CountedCall, unitsOf } from "./harness/call-counter.ts";
import { type Bench, type BenchmarkResult, type Row, unitsRow } from "./harness/subject.ts";
import { newImport, uploadedImport } from "./import-job.ts";
import { saleOf } from "./ledgers.ts";

/** A quarter of an account that sells 10,000 times a year, in requests of 500. */
const QUARTER = quarterOn("2026-04-01" as IsoDate);
const QUARTER_SALES = 2_500;
const BATCH = 500;

/** Number of sales of the imported file, and of rows in it that are no events. */
const SALES = 10_000;
const REJECTED = 100;
/** Consecutive sales of one day, as in a report of a million sales in a quarter. */
const SALES_OF_A_DAY = 5_000;
/** The parts of a file of a million rows. */
const PARTS = 2_000;

/** Counts the units that docs/operations.md states costs of: a quarter of an account, and an import. */
export async function measureUnits(bench: Bench): Promise<BenchmarkResult> {
  await bench.newAccount("bench-units");
  const ofQuarter = await quarterRows(bench, "bench-units" as LedgerId);
  await bench.newAccount("bench-importer");
  const ofImport = await importFindings(bench, "bench-importer" as LedgerId);
  return { ...ofImport, rows: [...ofQuarter, ...ofImport.rows] };
}

/** Counts the units of a quarter's sales, and of the other work of an account: the hourly check, an audit, a lock. */
async function quarterRows({ takeCalls }: Bench, account: LedgerId): Promise<Row[]> {
  const rows: Row[] = [];
  const counted = async (what: string, work: () => Promise<unknown>, count = 1) => {
    takeCalls();
    await work();
    rows.push(unitsRow(what, takeCalls(), count));
  };
  const requests = `a quarter of ${QUARTER_SALES} sales in requests of ${BATCH}, a sale`;
  await counted(requests, () => sellQuarter(account), QUARTER_SALES);
  const rates = cachedRates();
  const check = () => monitorAccount(account, new Date(), async () => undefined, rates);
  // The first check stores the due notifications and loads the rates; each further one finds them there.
  await counted("the first check of the threshold", check);
  await counted("a check of the threshold each hour", check);
  await counted(`an audit of a quarter of ${QUARTER_SALES} sales`, () => audit(account));
  await counted("an audit that finds nothing to read", () => audit(account));
  const request = { author: "bench" as AuthorId, now: new Date(), requireReady: false };
  await counted("a lock of that quarter", () => lockReturn(account, UNION_OSS, QUARTER, request));
  return rows;
}

async function sellQuarter(account: LedgerId): Promise<void> {
  const dice = seeded(1);
  for (let first = 0; first < QUARTER_SALES; first += BATCH) {
    const sales = Array.from({ length: BATCH }, (_, n) => ({
      ...saleOf("shop", first + n, dice),
      event_id: `counted-${first + n}` as EventId,
      supply_date: dayAt((first + n) / QUARTER_SALES),
    }));
    await commitEvents(account, sales, new Date());
  }
}

/** Returns the day at a part, from 0 to 1, of the quarter's 91 days. */
const dayAt = (part: number): IsoDate =>
  new Date(Date.UTC(2026, 3, 1 + Math.floor(part * 91))).toISOString().slice(0, 10) as IsoDate;

async function audit(account: LedgerId): Promise<void> {
  const now = new Date();
  for (const quarter of await quartersDue(account, now)) await auditOnce(account, quarter, now);
}

/**
 * Counts a whole import call by call, by the kind of items, so that the job itself is separate from its sales. A single
 * worker does all of it, so that no writers collide.
 */
async function importFindings({ takeCalls }: Bench, account: LedgerId): Promise<BenchmarkResult> {
  takeCalls();
  const { id, messages, processor_ms } = await importWhole(account);
  const calls = takeCalls().filter(({ name }) => !name.startsWith("link "));
  const job = await loadImportJob(account, id);
  if (job?.state !== "completed") throw new Error(`the import is ${job?.state}`);
  const { row_parts = 0, correction_parts = 0 } = job;
  const title = `An import of ${SALES} sales and ${REJECTED} rejected rows: ${row_parts + correction_parts} parts, ${messages} messages, ${Math.round(processor_ms)} ms of processor`;
  const ofImport = unitsRow("an import, a row, the job included", calls, SALES + REJECTED);
  await prepareParts(account, job, takeCalls);
  const ofParts = unitsRow(`the job of ${PARTS} parts, a part`, takeCalls(), PARTS);
  const head = ["of", "calls", "read units", "write units"];
  return { rows: [ofImport, ofParts], tables: [{ title, head, lines: linesOf(calls) }] };
}

async function importWhole(account: LedgerId) {
  const id = await uploadedImport(account, new Blob([fileOfSales()]), false);
  const before = process.cpuUsage();
  const messages = await processAll([{ account, import_id: id, pass: 1 }]);
  const { user, system } = process.cpuUsage(before);
  return { id, messages, processor_ms: (user + system) / 1_000 };
}

/** Makes a file of single sales of a shop, and of rows that are no events. */
function fileOfSales(): string {
  const dice = seeded(1);
  const sales = Array.from({ length: SALES }, (_, n) => ({
    ...saleOf("shop", n, dice),
    event_id: `counted-${n}`,
    supply_date: `2026-05-${14 + Math.floor(n / SALES_OF_A_DAY)}`,
  }));
  const rejected = Array.from({ length: REJECTED }, (_, n) => ({ event_id: `rejected-${n}` }));
  return [...sales, ...rejected].map((event) => `${JSON.stringify(event)}\n`).join("");
}

/** Marks the parts of a job as done. Counts from after its start: the job is read and marked with each part. */
async function prepareParts(
  account: LedgerId,
  like: ImportJob,
  takeCalls: Bench["takeCalls"],
): Promise<void> {
  const { job } = await newImport(account, 1);
  await moveImportJob(account, job, startedImport(false, "etag", new Date()));
  takeCalls();
  for (let part = 1; part <= PARTS; part += 1) {
    const begun = await loadImportJob(account, job.id);
    if (begun) await markImportPart(account, begun, part, like.totals);
  }
}

const linesOf = (calls: readonly CountedCall[]): string[][] =>
  [...Map.groupBy(calls, ({ kind, name }) => `${kind} ${name}`.trim())]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, some]) => {
      const { read, write } = unitsOf(some);
      return [name, `${some.length}`, `${read}`, `${write}`];
    });
