import { loadAccount } from "../../accounts/store-accounts.ts";
import { describeError } from "../../core/errors/errors.ts";
import { type QueueName, queues } from "../../platform/jobs/jobs.ts";
import type { Delivery, DeliveryReport } from "../../platform/queues/messages.ts";
import { logger } from "../../platform/telemetry/telemetry.ts";
import { GrowingFile, inTemporaryFolder } from "../../platform/temp-files.ts";
import { FileFault } from "../files/record.ts";
import { commitImportPart } from "./commit-part.ts";
import { type ImportJob, isOfCorrections, isUnderWay, partsLeft } from "./job.ts";
import { type ImportMessage, importIn, messagesFor } from "./messages.ts";
import type { SendImports } from "./queue.ts";
import { findingsHead } from "./row-findings.ts";
import { cutImport } from "./split-file.ts";
import { loadImportJob, moveImportJob } from "./store-jobs.ts";
import { findingsFile, findingsObject, readText, storeLargeObject } from "./store-objects.ts";
import { ACCOUNT_STOPPED, cut, failed, finished, INTERRUPTED } from "./transitions.ts";
import { undoImportPart } from "./undo-part.ts";

/** Parts whose findings are read at once. */
const READ_AT_ONCE = 8;

/** Puts the findings of all parts together, and ends the import. Done again, it does the same. */
async function finishImport(account: string, job: ImportJob, now: Date): Promise<void> {
  if (job.state !== "undoing") await storeFindings(account, job);
  for (const move of finished(now)) {
    if (move.from.includes(job.state)) await moveImportJob(account, job, move);
  }
}

async function storeFindings(account: string, job: ImportJob): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    await using file = await GrowingFile.in(folder, "findings");
    await file.append(findingsHead());
    const { row_parts = 0, correction_parts = 0 } = job;
    for (let first = 1; first <= row_parts + correction_parts; first += READ_AT_ONCE) {
      const parts = Array.from({ length: READ_AT_ONCE }, (_, n) => first + n);
      const texts = await Promise.all(
        parts.map((part) => readText(findingsObject(account, job.id, job.pass, part))),
      );
      await file.append(texts.join(""));
    }
    await storeLargeObject(findingsFile(account, job.id, job.pass), await file.close());
  });
}

/** What a message is worked on with. */
type ImportTools = { readonly send: SendImports; readonly now: () => Date };

/**
 * Reads the file that a message is about, unless that is done, and sends what is left of it to whoever
 * commits. Of an import that was ended meanwhile nothing is done.
 */
export async function takeFile(message: ImportMessage, { send, now }: ImportTools): Promise<void> {
  const { account } = message;
  const job = await jobToWorkOn(message, now);
  if (!job) return;
  const whole = job.state === "reading" ? await readAndCut(account, job, now) : job;
  if (!whole) return;
  const left = partsLeft(whole);
  if (left.length === 0) await finishImport(account, whole, now());
  else await send(messagesFor(account, whole, left));
}

async function readAndCut(account: string, job: ImportJob, now: () => Date) {
  try {
    return await moveImportJob(account, job, cut(job, await cutImport(account, job)));
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    const { code, message } = error;
    await moveImportJob(account, job, failed({ code, message }, now()));
    return undefined;
  }
}

/** Commits the part that a message is about, or takes it out again, unless that is done, and goes on with what follows from it. */
export async function takePart(message: ImportMessage, { send, now }: ImportTools): Promise<void> {
  const { account, part = 0 } = message;
  const job = await jobToWorkOn(message, now);
  if (!job || job.state === "reading") return;
  const settle = job.state === "undoing" ? undoImportPart : commitImportPart;
  const marked = job.done.has(part) ? job : await settle(account, job, part, now());
  const after = marked ?? (await meantJob(message));
  if (!after || !isUnderWay(after)) return;
  const left = partsLeft(after);
  const [next] = left;
  if (next === undefined) return finishImport(account, after, now());
  // The last of the rows lets the corrections begin; each of those finds the others begun.
  const beginCorrections = isOfCorrections(next, after) && !isOfCorrections(part, after);
  if (beginCorrections) await send(messagesFor(account, after, left));
}

/** The same for whoever begins with it: where the account is suspended or closed, the import ends. */
async function jobToWorkOn(message: ImportMessage, now: () => Date) {
  const job = await meantJob(message);
  const { account_state } = (job && (await loadAccount(message.account))) ?? {};
  if (!job || account_state === undefined) return job;
  await moveImportJob(message.account, job, failed(ACCOUNT_STOPPED, now()));
  return undefined;
}

/** What the message is about, while it is at work and in the same pass. */
async function meantJob({ account, import_id, pass }: ImportMessage) {
  const job = await loadImportJob(account, import_id);
  return job && job.pass === pass && isUnderWay(job) ? job : undefined;
}

/** Ends an import that could not be worked on however often it was tried. */
async function giveUpImport(message: ImportMessage, now: Date): Promise<void> {
  const job = await meantJob(message);
  if (job) await moveImportJob(message.account, job, failed(INTERRUPTED, now));
}

type Take = (message: ImportMessage, tools: ImportTools) => Promise<void>;

/**
 * The worker of a queue of imports. What fails is delivered again; an import of which a message has
 * failed as often as it may is ended, so that nobody waits for it.
 */
export const takeImports =
  (queue: QueueName, take: Take, tools: ImportTools) =>
  async ({ Records }: Delivery): Promise<DeliveryReport> => {
    const failures: DeliveryReport["batchItemFailures"] = [];
    for (const { messageId, body, attributes } of Records) {
      try {
        await take(importIn(body), tools);
      } catch (error) {
        logger.error("import not worked on", { queue_message: body, error: describeError(error) });
        failures.push({ itemIdentifier: messageId });
        const receives = Number(attributes?.ApproximateReceiveCount ?? 1);
        if (receives >= queues[queue].max_receives) await giveUp(body, tools);
      }
    }
    return { batchItemFailures: failures };
  };

async function giveUp(body: string, { now }: ImportTools): Promise<void> {
  try {
    await giveUpImport(importIn(body), now());
  } catch (error) {
    logger.error("import not ended", { queue_message: body, error: describeError(error) });
  }
}
