import { jobs } from "../../platform/jobs/jobs.ts";
import { announcedImport } from "./announce-import.ts";
import { noteImportUndo } from "./import-undos.ts";
import type { ImportJob } from "./job.ts";
import { existingImport, type ImportRequest, movedImport, stateConflict } from "./transition.ts";
import { partsMayBeUnderWay, undoing } from "./transitions.ts";

/**
 * Takes all that an import has committed out of the ledger again. The same once more tells the worker
 * again, or changes nothing.
 * @throws DomainError `not_found`, `import_state_conflict`; `not_ready`
 */
export async function undoImport(
  { account, id, now }: ImportRequest,
  keyId: string,
): Promise<ImportJob> {
  const job = await existingImport(account, id);
  if (job.state === "undone") return job;
  if (job.state === "undoing") return announcedImport(account, job);
  if (job.rows === undefined || job.dry_run) throw stateConflict(job, "it has committed nothing");
  const move = undoing(job, keyId);
  if (!move.from.includes(job.state)) throw stateConflict(job, "cancel it, or wait for its end");
  const seconds = jobs.commitImportPart.timeout_seconds;
  if (partsMayBeUnderWay(job, seconds, now)) {
    throw stateConflict(
      job,
      `parts of it may be under way, ask again ${seconds} seconds after its end`,
    );
  }
  const { format, source_id } = job;
  // First, so that no event is undone without it.
  await noteImportUndo(account, { id, format, source_id, at: now.toISOString(), key_id: keyId });
  return announcedImport(account, await movedImport(account, job, move));
}
