import { DomainError, notFound } from "../../core/errors/errors.ts";
import type { ImportJob } from "./job.ts";
import { loadImportJob, moveImportJob } from "./store-jobs.ts";
import type { ImportMove } from "./transitions.ts";

/** The import and the time of a request. */
export type ImportRequest = { readonly account: string; readonly id: string; readonly now: Date };

/**
 * Loads an import.
 * @throws DomainError `not_found`
 */
export async function existingImport(account: string, id: string): Promise<ImportJob> {
  const job = await loadImportJob(account, id);
  if (!job) throw notFound("import");
  return job;
}

/**
 * Changes the state of an import.
 * @throws DomainError `import_state_conflict` if the import is in another state
 */
export async function movedImport(
  account: string,
  job: ImportJob,
  move: ImportMove,
): Promise<ImportJob> {
  const after = move.from.includes(job.state) && (await moveImportJob(account, job, move));
  if (!after) throw stateConflict(job, "that cannot be done now");
  return after;
}

export const stateConflict = ({ state }: ImportJob, why: string): DomainError =>
  new DomainError("import_state_conflict", `the import is ${state.replace("_", " ")}: ${why}`);
