import { randomBytes } from "node:crypto";
import { DomainError } from "../../core/errors/errors.ts";
import { type Clock, SYSTEM_CLOCK } from "../../platform/clock.ts";
import { accountQueue, enqueue, queueWorker } from "../../platform/queues/queues.ts";
import { retainUntil } from "../../platform/retention.ts";
import { GrowingFile, inTemporaryFolder, storeFile } from "../../platform/temp-files.ts";
import { readEvents } from "../events/store-event-list.ts";
import { recordOf, refundedTotalIn } from "../events/store-events.ts";
import { pointCounts } from "./article-63c.ts";
import {
  addedPoints,
  afterFailure,
  afterPart,
  isSameRequest,
  isUnfinished,
  newJob,
  type RecordsFile,
  type RecordsJob,
  type WrittenPart,
} from "./job.ts";
import { supplyRecord } from "./record.ts";
import { recordsCsvHead, recordsCsvLines, recordsNdjson } from "./record-files.ts";
import type { RecordsRequest } from "./schema.ts";
import { loadNewestRecordsJobs, saveRecordsJob } from "./store-records-jobs.ts";

/** Maximum size of a part, so that a spreadsheet opens it and the disk of a function holds it. */
type PartLimits = { readonly records: number; readonly bytes: number };

const PART_LIMITS: PartLimits = { records: 100_000, bytes: 128_000_000 };

/** The clock, and the time after which no further part is started; in epoch milliseconds. */
type RecordsClock = { readonly now: () => number; readonly until: number };

/** Maximum number of events read at once and held in memory. */
const EVENTS_AT_ONCE = 500;

/**
 * Writes the records that the account has requested, part by part, until all are written or time is up. The next run
 * continues after the last part. Of two concurrent writers, only one succeeds with each part, and the other continues
 * from there.
 * @returns true if all records are written.
 */
export async function writeRecords(
  account: string,
  clock: RecordsClock,
  limits: PartLimits = PART_LIMITS,
): Promise<boolean> {
  for (;;) {
    const job = (await loadNewestRecordsJobs(account)).find(isUnfinished);
    if (!job) return true;
    if (clock.now() >= clock.until) return false;
    const after = await partOrFailure({ account, job, limits, clock });
    await saveRecordsJob(account, after.job);
    if ("error" in after) throw after.error;
  }
}

/** The context in which one part of a job is written. */
type RecordsWork = {
  readonly account: string;
  readonly job: RecordsJob;
  readonly limits: PartLimits;
  readonly clock: RecordsClock;
};

async function partOrFailure(work: RecordsWork) {
  const instant = () => new Date(work.clock.now());
  try {
    const part = await inTemporaryFolder((folder) => writePart(work, folder));
    return { job: afterPart(work.job, part, instant()) };
  } catch (error) {
    return { job: afterFailure(work.job, instant()), error };
  }
}

async function writePart(work: RecordsWork, folder: string): Promise<WrittenPart> {
  const { account, job, limits } = work;
  await using ndjson = await GrowingFile.in(folder, "ndjson");
  await using csv = await GrowingFile.in(folder, "csv");
  await csv.append(recordsCsvHead(job));
  let records = 0;
  let points: RecordsJob["points"] = {};
  let next: WrittenPart["next"] = job.cursor;
  do {
    // A page may be shorter than it could be: the next one fills the part, and does not exceed it.
    const most = Math.min(EVENTS_AT_ONCE, limits.records - records);
    const page = await readEvents(account, job, next, most);
    const events = page.items.map((item) => ({
      event: recordOf(item),
      taken: refundedTotalIn(item),
    }));
    const made = events.map(({ event, taken }) => supplyRecord(event, taken));
    await ndjson.append(recordsNdjson(made));
    await csv.append(recordsCsvLines(made, job));
    points = addedPoints(points, pointCounts(events.map(({ event }) => event)));
    records += made.length;
    next = page.next;
  } while (next && records < limits.records && ndjson.size < limits.bytes);
  const files = [
    await stored(work, "ndjson", ndjson, records),
    await stored(work, "csv", csv, records),
  ];
  return { files, records, points, next };
}

const CONTENT_TYPES = {
  ndjson: "application/x-ndjson",
  csv: "text/csv; charset=utf-8; header=present",
} as const;

async function stored(
  { account, job, clock }: RecordsWork,
  format: RecordsFile["format"],
  growing: GrowingFile,
  records: number,
): Promise<RecordsFile> {
  const { path, size_bytes, sha256 } = await growing.close();
  const part = job.files.length / Object.keys(CONTENT_TYPES).length + 1;
  const content_type = CONTENT_TYPES[format];
  const key = `${account}/records/${job.id}/${sha256}.${format}`;
  // Ten years from the end of the year of the last supply (Art. 369k(2) VAT Directive).
  const retain_until = retainUntil({ lastDay: job.to }, new Date(clock.now()));
  const file = { path, key, content_type, size_bytes, sha256, retain_until };
  const version = await storeFile(file);
  const file_name = `records-${job.from}-${job.to}-${part}.${format}`;
  return { part, format, file_name, content_type, records, size_bytes, sha256, key, ...version };
}

/** Maximum number of unfinished jobs, because each reads every supply of its range. */
const MOST_UNFINISHED = 5;

/**
 * Requests the records of a range. If an unfinished job has the same request, returns that job and enqueues it again.
 * @throws DomainError `records_limit_reached` if too many other jobs are unfinished; `not_ready`
 */
export async function requestRecords(
  account: string,
  asked: RecordsRequest,
  { keyId, now }: { readonly keyId: string; readonly now: Date },
): Promise<RecordsJob> {
  const unfinished = (await loadNewestRecordsJobs(account)).filter(isUnfinished);
  const known = unfinished.find((job) => isSameRequest(job, asked));
  if (!known && unfinished.length >= MOST_UNFINISHED) {
    const message = `${MOST_UNFINISHED} requests for records are not finished yet`;
    throw new DomainError("records_limit_reached", message);
  }
  const job = known ?? (await keepNew(account, asked, keyId, now));
  await enqueueRecords(account);
  return job;
}

async function keepNew(
  account: string,
  asked: RecordsRequest,
  requested_by: string,
  now: Date,
): Promise<RecordsJob> {
  const requested_at = now.toISOString();
  const id = `${requested_at.replaceAll(/[-:.]/g, "")}-${randomBytes(4).toString("hex")}`;
  const job = newJob(asked, { id, requested_at, requested_by });
  // The id has a random part, so an existing job with this id comes from this request, after a lost response.
  await saveRecordsJob(account, job);
  return job;
}

/**
 * Enqueues the records of an account.
 * @throws DomainError `not_ready` if the queue accepts no message; the request is stored, and a repeated request
 * enqueues it
 */
async function enqueueRecords(account: string): Promise<void> {
  try {
    await enqueue(accountQueue("records"), [{ account }]);
  } catch (cause) {
    const message = "the records are noted, ask again for the same";
    throw new DomainError("not_ready", message, [], { cause });
  }
}

/** Run time within the 15 minutes of the function. The current part then still ends in time. */
const RUN_MS = 8 * 60_000;

/**
 * Returns the worker of the queue "records". If the records take longer than one run, the worker enqueues the account
 * again.
 */
export const recordsWorker = ({ now }: Pick<Clock, "now"> = SYSTEM_CLOCK) =>
  queueWorker(accountQueue("records"), async ({ account }) => {
    const isDone = await writeRecords(account, { now, until: now() + RUN_MS });
    if (!isDone) await enqueue(accountQueue("records"), [{ account }]);
  });
