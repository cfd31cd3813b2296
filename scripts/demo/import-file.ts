import { dayOf } from "../../shared/core/calendar/iso-date.ts";
import { startImport } from "../../shared/imports/jobs/manage-import.ts";
import type { ImportMessage } from "../../shared/imports/jobs/messages.ts";
import { takeFile, takePart } from "../../shared/imports/jobs/process-message.ts";
import { requestImport } from "../../shared/imports/jobs/request-import.ts";
import { NewImport } from "../../shared/imports/jobs/schema.ts";
import { listImportJobs } from "../../shared/imports/jobs/store-jobs.ts";
import { uploadObject, writeText } from "../../shared/imports/jobs/store-objects.ts";
import { DEMO_CLERK } from "./decisions.ts";
import { SHOP_IMPORT, shopFile } from "./shop-import.ts";
import type { Story } from "./story.ts";

/** Imports the export of a shop, to its end; an account that has imported anything is left as it is. */
export async function importShopFile(account: string, story: Story, now: Date): Promise<void> {
  if ((await listImportJobs(account, 1)).length > 0) return;
  const text = shopFile(story, dayOf(now));
  const asked = NewImport.parse({ ...SHOP_IMPORT, size_bytes: Buffer.byteLength(text) });
  const { job } = await requestImport(account, asked, { keyId: DEMO_CLERK, now });
  await writeText(uploadObject(account, job.id), text);
  const { id, pass } = await startImport({ account, id: job.id, now }, false);
  await workOff([{ account, import_id: id, pass }]);
}

/** The stack has no workers yet. */
async function workOff(messages: ImportMessage[]): Promise<void> {
  const tools = {
    send: async (more: readonly ImportMessage[]) => void messages.push(...more),
    now: () => new Date(),
  };
  for (let next = messages.shift(); next; next = messages.shift()) {
    await (next.part === undefined ? takeFile : takePart)(next, tools);
  }
}
