import { announcedImport } from "./announce-import.ts";
import { type ImportJob, isUnderWay } from "./job.ts";
import { existingImport, type ImportRequest, movedImport, stateConflict } from "./transition.ts";
import { resumed } from "./transitions.ts";

/**
 * Lets an import go on where the service has given up, or tells the worker again of one that is at work.
 * @throws DomainError `not_found`, `import_state_conflict`; `not_ready`
 */
export async function retryImport({ account, id }: ImportRequest): Promise<ImportJob> {
  const job = await existingImport(account, id);
  if (isUnderWay(job)) return announcedImport(account, job);
  const move = resumed(job);
  if (!move) throw stateConflict(job, "only an import that was interrupted can go on");
  return announcedImport(account, await movedImport(account, job, move));
}
