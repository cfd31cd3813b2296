import type { AuthorId, LedgerId } from "../../shared/core/ids.ts";
import { startedImport } from "../../shared/imports/jobs/job.ts";
import { requestImport } from "../../shared/imports/jobs/manage-import.ts";
import { moveImportJob } from "../../shared/imports/jobs/store-jobs.ts";
import { lookAtObject, uploadObject } from "../../shared/imports/jobs/store-objects.ts";

/** Requests an import of supply events, a line each. */
export const newImport = (account: LedgerId, size_bytes: number) =>
  requestImport(
    account,
    { format: "events_ndjson", source_id: "bench", settings: {}, on_conflict: "ask", size_bytes },
    { author: "bench" as AuthorId, now: new Date() },
  );

/** Uploads a file and marks its import as started, without a message to a worker; returns the id of the import. */
export async function uploadedImport(
  account: LedgerId,
  body: Blob,
  isDryRun: boolean,
): Promise<string> {
  const { job, upload } = await newImport(account, body.size);
  const { ok, status } = await fetch(upload.url, { method: "PUT", headers: upload.headers, body });
  if (!ok) throw new Error(`the upload failed: ${status}`);
  const found = await lookAtObject(uploadObject(account, job.id));
  await moveImportJob(account, job, startedImport(isDryRun, found?.etag ?? "", new Date()));
  return job.id;
}
