import { loadAccount } from "../../accounts/store-accounts.ts";
import { loadSources } from "../../accounts/store-sources.ts";
import { queueWorker } from "../../platform/queues/queues.ts";
import { logger } from "../../platform/telemetry/telemetry.ts";
import { RECOGNISED_BYTES } from "../formats/recognise.ts";
import type { ImportJob } from "../jobs/job.ts";
import { enqueueImport } from "../jobs/messages.ts";
import { insertDroppedImport, loadImportJob } from "../jobs/store-jobs.ts";
import { readHead } from "../jobs/store-objects.ts";
import {
  DROPPED,
  type DropPlace,
  type DroppedObject,
  importIdOfDrop,
  importOfDrop,
  placeOfDrop,
} from "./drop.ts";

/**
 * Makes an import of a dropped object and enqueues it. Repeating it makes no second import. An object outside of the
 * folders of accounts has nobody to be reported to, so it is only logged.
 */
export async function takeDrop(dropped: DroppedObject, now: Date): Promise<void> {
  const place = placeOfDrop(dropped.detail.object.key);
  const record = place && (await loadAccount(place.account));
  if (!place || !record) return logger.warn("dropped object without an account");
  const known = await loadImportJob(place.account, importIdOfDrop(dropped));
  if (known) return again(place.account, known);
  const isAccountActive = record.account_state === undefined;
  const job = await acceptedDrop(dropped, place, isAccountActive, now);
  await insertDroppedImport(place.account, job);
  // Also if another worker has stored it, which may have died before its message.
  await again(place.account, job);
}

async function acceptedDrop(
  dropped: DroppedObject,
  place: DropPlace,
  isAccountActive: boolean,
  now: Date,
): Promise<ImportJob> {
  const { object } = dropped.detail;
  const { items } = await loadSources(place.account);
  const source = items.find(({ source_key }) => source_key === place.source_id);
  const head = source && (await readHead(object, RECOGNISED_BYTES));
  return importOfDrop(dropped, place, { isAccountActive, source, head }, now);
}

/** Enqueues the import again, if its message may be lost. */
async function again(account: string, job: ImportJob): Promise<void> {
  if (job.state === "reading") await enqueueImport(account, job);
}

export const dropWorker = () => queueWorker(DROPPED, (dropped) => takeDrop(dropped, new Date()));
