import type { ImportJob } from "../imports/job.ts";
import { hasFindings } from "../imports/schema.ts";
import { notFound } from "../refusals/errors.ts";
import { loadImportJob } from "../store/import-jobs.ts";

/**
 * The import whose findings somebody asks for.
 * @throws DomainError `not_found` where there is none, or it has no findings yet
 */
export async function loadImportWithFindings(account: string, id: string): Promise<ImportJob> {
  const job = await loadImportJob(account, id);
  if (!job || !hasFindings(job)) throw notFound("list of findings");
  return job;
}
