import { loadAccount } from "../../accounts/store-accounts.ts";
import { FileFault } from "../files/file-fault.ts";
import { commitImportPart } from "./commit-part.ts";
import { finishImport } from "./finish-import.ts";
import { type ImportJob, isOfCorrections, isUnderWay, partsLeft } from "./job.ts";
import { type ImportMessage, messagesFor } from "./messages.ts";
import type { SendImports } from "./queue.ts";
import { cutImport } from "./split-file.ts";
import { loadImportJob, moveImportJob } from "./store-jobs.ts";
import { ACCOUNT_STOPPED, cut, failed, INTERRUPTED } from "./transitions.ts";
import { undoImportPart } from "./undo-part.ts";

/** What a message is worked on with. */
export type ImportTools = { readonly send: SendImports; readonly now: () => Date };

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
export async function giveUpImport(message: ImportMessage, now: Date): Promise<void> {
  const job = await meantJob(message);
  if (job) await moveImportJob(message.account, job, failed(INTERRUPTED, now));
}
