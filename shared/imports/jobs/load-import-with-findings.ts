import { notFound } from "../../core/errors/errors.ts";
import type { ImportJob } from "./job.ts";
import { hasFindings } from "./schema.ts";
import { loadImportJob } from "./store-jobs.ts";

/**
 * The import whose findings somebody asks for.
 * @throws DomainError `not_found` where there is none, or it has no findings yet
 */
export async function loadImportWithFindings(account: string, id: string): Promise<ImportJob> {
  const job = await loadImportJob(account, id);
  if (!job || !hasFindings(job)) throw notFound("list of findings");
  return job;
}
