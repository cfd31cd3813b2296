import type { ImportJob } from "../imports/job.ts";
import { cancelled } from "../imports/moves.ts";
import { existingImport, type ImportRequest, movedImport } from "./move-import.ts";

/**
 * Ends an import; what it has committed stays. The same once more changes nothing.
 * @throws DomainError `not_found`, `import_state_conflict`
 */
export async function cancelImport({ account, id, now }: ImportRequest): Promise<ImportJob> {
  const job = await existingImport(account, id);
  return job.state === "cancelled" ? job : movedImport(account, job, cancelled(now));
}
