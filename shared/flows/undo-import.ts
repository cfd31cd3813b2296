import { type ImportJob, undoing } from "../imports/job.ts";
import { announcedImport } from "./announce-import.ts";
import { existingImport, type ImportRequest, movedImport, stateConflict } from "./move-import.ts";

/**
 * Takes all that an import has committed out of the ledger again. The same once more tells the worker
 * again, or changes nothing.
 * @throws DomainError `not_found`, `import_state_conflict`; `not_ready`
 */
export async function undoImport(
  { account, id }: ImportRequest,
  keyId: string,
): Promise<ImportJob> {
  const job = await existingImport(account, id);
  if (job.state === "undone") return job;
  if (job.state === "undoing") return announcedImport(account, job);
  if (job.rows === undefined || job.dry_run) throw stateConflict(job, "it has committed nothing");
  return announcedImport(account, await movedImport(account, job, undoing(job, keyId)));
}
