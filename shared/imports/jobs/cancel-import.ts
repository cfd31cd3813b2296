import type { ImportJob } from "./job.ts";
import { existingImport, type ImportRequest, movedImport } from "./transition.ts";
import { cancelled } from "./transitions.ts";

/**
 * Ends an import; what it has committed stays. The same once more changes nothing.
 * @throws DomainError `not_found`, `import_state_conflict`
 */
export async function cancelImport({ account, id, now }: ImportRequest): Promise<ImportJob> {
  const job = await existingImport(account, id);
  return job.state === "cancelled" ? job : movedImport(account, job, cancelled(now));
}
