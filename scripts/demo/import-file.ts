import { dayOf } from "../../shared/core/calendar/iso-date.ts";
import { startImport } from "../../shared/imports/jobs/manage-import.ts";
import type { ImportMessage } from "../../shared/imports/jobs/messages.ts";
import { processPart, readImportFile } from "../../shared/imports/jobs/process-message.ts";
import { requestImport } from "../../shared/imports/jobs/request-import.ts";
import { NewImport } from "../../shared/imports/jobs/schema.ts";
import { listImportJobs } from "../../shared/imports/jobs/store-jobs.ts";
import { uploadObject, writeText } from "../../shared/imports/jobs/store-objects.ts";
import { DEMO_CLERK } from "./decisions.ts";
import { SHOP_IMPORT, shopFile } from "./shop-import.ts";
import type { Story } from "./story.ts";

/** Imports the export of a shop completely; an account with any import is left unchanged. */
export async function importShopFile(account: string, story: Story, now: Date): Promise<void> {
  if ((await listImportJobs(account, 1)).length > 0) return;
  const text = shopFile(story, dayOf(now));
  const asked = NewImport.parse({ ...SHOP_IMPORT, size_bytes: Buffer.byteLength(text) });
  const { job } = await requestImport(account, asked, { keyId: DEMO_CLERK, now });
  await writeText(uploadObject(account, job.id), text);
  const { id, pass } = await startImport({ account, id: job.id, now }, false);
  await processAll([{ account, import_id: id, pass }]);
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
