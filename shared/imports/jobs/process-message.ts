import * as z from "zod";
import { requestBoardCheck } from "../../accounts/people/store-board.ts";
import { loadAccount } from "../../accounts/store-accounts.ts";
import { DomainError } from "../../core/errors/errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import { shareOf } from "../../platform/queues/queue-table.ts";
import {
  enqueue,
  inTurn,
  LedgerName,
  type Queue,
  queueWorker,
} from "../../platform/queues/queues.ts";
import { GrowingFile, inTemporaryFolder } from "../../platform/temp-files.ts";
import { FileFault } from "../files/csv-record.ts";
import { commitImportPart } from "./commit-part.ts";
import {
  ACCOUNT_STOPPED,
  cut,
  failed,
  finished,
  type ImportJob,
  INTERRUPTED,
  isOfCorrections,
  isSplit,
  isUnderWay,
  partsLeft,
  type SplitJob,
} from "./job.ts";
import { findingsHead } from "./row-findings.ts";
import { cutImport } from "./split-file.ts";
import { loadImportJob, moveImportJob } from "./store-jobs.ts";
import { findingsFile, findingsObject, readText, storeLargeObject } from "./store-objects.ts";
import { keepOpenRows } from "./store-open-rows.ts";
import { undoImportPart } from "./undo-part.ts";

/**
 * A message to read a file or, with `part`, to commit or undo one part of it. After that the worker enqueues the message
 * of the next part, which is `every` parts further on.
 */
const ImportMessage = z.strictObject({
  account: LedgerName,
  import_id: z.string().min(1),
  pass: z.int().min(0),
  part: z.int().positive().optional(),
  every: z.int().positive().optional(),
});
export type ImportMessage = z.output<typeof ImportMessage>;

const IMPORT_FILES: Queue<ImportMessage> = { name: "imports", schema: ImportMessage };
/** Files that take longer to read than others can wait for. */
const LARGE_FILES: Queue<ImportMessage> = { name: "largefiles", schema: ImportMessage };
const IMPORT_PARTS: Queue<ImportMessage> = { name: "chunks", schema: ImportMessage };

type Pass = Pick<ImportJob, "id" | "pass">;

/**
 * Returns the first messages for the parts of a job. Each one goes from part to part, so that a large file has few
 * messages in the queue at a time, and files of other accounts need not wait for all of its parts.
 */
function firstMessages(
  ledger: LedgerId,
  { id: import_id, pass }: Pass,
  parts: readonly number[],
): ImportMessage[] {
  const every = shareOf("chunks");
  const firsts = [...Map.groupBy(parts, (part) => part % every).values()];
  return firsts.map(([part]) => ({ account: ledger, import_id, pass, part, every }));
}

/** Returns the message for the next of the parts that are left, of those that a message goes through. */
function nextMessages(
  { every, part = 0, ...message }: ImportMessage,
  left: readonly number[],
): ImportMessage[] {
  if (every === undefined) return [];
  const next = left.find((importPart) => importPart > part && (importPart - part) % every === 0);
  return next === undefined ? [] : [{ ...message, part: next, every }];
}

/** Maximum size of a file that is read within seconds. */
const MOST_SMALL_BYTES = 20_000_000;

/**
 * Enqueues a job for the worker that reads files, and returns the job.
 * @throws DomainError `not_ready` if the queue accepts no message; repeating the request enqueues the job
 */
export async function enqueueImport(ledger: LedgerId, job: ImportJob): Promise<ImportJob> {
  try {
    const queue = job.size_bytes > MOST_SMALL_BYTES ? LARGE_FILES : IMPORT_FILES;
    await enqueue(queue, [{ account: ledger, import_id: job.id, pass: job.pass }]);
    return job;
  } catch (cause) {
    const message = "the import is saved and not started yet: repeat the request";
    throw new DomainError("not_ready", message, [], { cause });
  }
}

/** Number of parts whose findings are read at once. */
const READ_AT_ONCE = 8;

/** Stores the findings of all parts as one file, and ends the import. Can be repeated. */
async function finishImport(ledger: LedgerId, job: SplitJob, now: Date): Promise<void> {
  if (job.state !== "undoing") await storeFindings(ledger, job);
  const move = finished(now).find(({ from }) => from.includes(job.state));
  if (move) await moveImportJob(ledger, job, move);
}

async function storeFindings(ledger: LedgerId, job: SplitJob): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    await using file = await GrowingFile.in(folder, "findings");
    await file.append(findingsHead());
    const { row_parts, correction_parts } = job;
    for (let first = 1; first <= row_parts + correction_parts; first += READ_AT_ONCE) {
      const parts = Array.from({ length: READ_AT_ONCE }, (_, n) => first + n);
      const texts = await Promise.all(
        parts.map((part) => readText(findingsObject(ledger, job.id, job.pass, part))),
      );
      await file.append(texts.join(""));
    }
    await storeLargeObject(findingsFile(ledger, job.id, job.pass), await file.close());
  });
}

type Following = Promise<readonly ImportMessage[]>;

/**
 * Reads the uploaded file of an import, unless that is done, and returns the messages of its parts. Ignores an import
 * that has ended.
 */
export async function readImportFile(message: ImportMessage): Following {
  const { account: ledger } = message;
  const job = await activeJob(message);
  if (!job) return [];
  const whole = job.state === "reading" ? await readAndSplit(ledger, job) : job;
  if (!whole || !isSplit(whole)) return [];
  const left = partsLeft(whole);
  if (left.length === 0) await finishImport(ledger, whole, new Date());
  return firstMessages(ledger, whole, left);
}

async function readAndSplit(ledger: LedgerId, job: ImportJob): Promise<ImportJob | undefined> {
  try {
    return await moveImportJob(ledger, job, cut(job, await cutImport(ledger, job)));
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    const { code, message, recognised_format } = error;
    const found = { code, message, ...(recognised_format && { recognised_format }) };
    await moveImportJob(ledger, job, failed(found, new Date()));
    return undefined;
  }
}

/**
 * Commits or undoes one part of an import, unless that is done, and returns the message of the next part. The last part
 * of the rows begins the corrections.
 */
export async function processPart(message: ImportMessage): Following {
  const { account: ledger, part = 0 } = message;
  const job = await activeJob(message);
  if (!job || !isSplit(job)) return [];
  const done = await withPart(ledger, job, part);
  const after = done ?? (await loadActive(message));
  if (!after || !isSplit(after)) return [];
  if (!isUnderWay(after)) {
    // The import was ended while this part was under way.
    await keepOpenRows(ledger, after);
    return [];
  }
  const left = partsLeft(after);
  const [next] = left;
  if (next === undefined) {
    const now = new Date();
    await finishImport(ledger, after, now);
    await requestBoardCheck(ledger, now);
    return [];
  }
  // Another worker has recorded this part meanwhile, and goes on.
  if (!done) return [];
  const beginsCorrections = isOfCorrections(next, after) && !isOfCorrections(part, after);
  return beginsCorrections ? firstMessages(ledger, after, left) : nextMessages(message, left);
}

/** Returns the job after the part is committed or undone; undefined if the job has ended meanwhile. */
function withPart(ledger: LedgerId, job: SplitJob, part: number) {
  if (job.done.has(part)) return job;
  if (job.state === "undoing") return undoImportPart(ledger, job, part, new Date());
  return commitImportPart(ledger, job, part, new Date());
}

/** Loads the job of a message that is still in progress. Ends the job of a suspended or closed account. */
async function activeJob(message: ImportMessage): Promise<ImportJob | undefined> {
  const job = await loadActive(message);
  const { account_state } = (job && (await loadAccount(message.account))) ?? {};
  if (!job || account_state === undefined) return job;
  await moveImportJob(message.account, job, failed(ACCOUNT_STOPPED, new Date()));
  return undefined;
}

/** Loads the job of a message, if it is in progress and in the same pass. */
async function loadActive({ account: ledger, import_id, pass }: ImportMessage) {
  const job = await loadImportJob(ledger, import_id);
  return job && job.pass === pass && isUnderWay(job) ? job : undefined;
}

/** Ends an import whose message failed for the last time. */
async function giveUp(message: ImportMessage): Promise<void> {
  const job = await loadActive(message);
  if (job) await moveImportJob(message.account, job, failed(INTERRUPTED, new Date()));
}

const enqueueParts = (messages: readonly ImportMessage[]) => enqueue(IMPORT_PARTS, messages);

const fileWorker = (queue: typeof IMPORT_FILES) =>
  queueWorker(
    queue,
    inTurn(queue, async (part) => enqueueParts(await readImportFile(part))),
    giveUp,
  );

export const importFileWorker = () => fileWorker(IMPORT_FILES);
export const largeFileWorker = () => fileWorker(LARGE_FILES);

export const importPartWorker = () =>
  queueWorker(
    IMPORT_PARTS,
    inTurn(IMPORT_PARTS, async (part) => enqueueParts(await processPart(part))),
    giveUp,
  );
