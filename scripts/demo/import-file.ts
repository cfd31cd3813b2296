import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import type { AuthorId, LedgerId } from "../../shared/core/ids.ts";
import { requestImport, startImport, undoImport } from "../../shared/imports/jobs/manage-import.ts";
import {
  type ImportMessage,
  processPart,
  readImportFile,
} from "../../shared/imports/jobs/process-message.ts";
import { ImportRequest } from "../../shared/imports/jobs/schema.ts";
import { listImportJobs } from "../../shared/imports/jobs/store-jobs.ts";
import { uploadObject, writeText } from "../../shared/imports/jobs/store-objects.ts";
import { firstShopFile, SHOP_IMPORT, shopFile } from "./shop-import.ts";

/**
 * Imports the export of a shop, undoes the import because of its mistakes, and imports the corrected export. An account
 * with any import is left unchanged.
 */
export async function importShopFiles(
  account: LedgerId,
  today: IsoDate,
  { now, keyId }: Author,
): Promise<void> {
  if ((await listImportJobs(account, 1)).length > 0) return;
  // Imports are listed by the time of their request, so the first one is a minute older.
  const before = new Date(now.getTime() - 60_000);
  const first = await importFile(account, firstShopFile(today), { now: before, keyId });
  const { id, pass } = await undoImport({ ledger: account, id: first, now }, keyId);
  await processAll([{ account, import_id: id, pass }]);
  await importFile(account, shopFile(today), { now, keyId });
}

/** The time of an import, and the key that requests it. The journal tells an undo by a key that was never issued. */
type Author = { readonly now: Date; readonly keyId: AuthorId };

/** Imports a file completely, and returns the id of the import. */
async function importFile(
  account: LedgerId,
  text: string,
  { now, keyId }: Author,
): Promise<string> {
  const asked = ImportRequest.parse({ ...SHOP_IMPORT, size_bytes: Buffer.byteLength(text) });
  const { job } = await requestImport(account, asked, { author: keyId, now });
  await writeText(uploadObject(account, job.id), text);
  const { id, pass } = await startImport({ ledger: account, id: job.id, now }, false);
  await processAll([{ account, import_id: id, pass }]);
  return id;
}

/** Processes messages and the messages that follow in this process, because no worker is running yet. */
export async function processAll(messages: readonly ImportMessage[]): Promise<number> {
  const queue = [...messages];
  let done = 0;
  for (let next = queue.shift(); next; next = queue.shift()) {
    queue.push(...(await (next.part === undefined ? readImportFile : processPart)(next)));
    done += 1;
  }
  return done;
}
