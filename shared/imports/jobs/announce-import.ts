import { DomainError } from "../../core/errors/errors.ts";
import type { ImportJob } from "./job.ts";
import { sendImports } from "./queue.ts";

/**
 * Tells the worker of an import.
 * @throws DomainError `not_ready` when the queue takes no message; asking again tells it again
 */
export async function announcedImport(account: string, job: ImportJob): Promise<ImportJob> {
  try {
    await sendImports([{ account, import_id: job.id, pass: job.pass }]);
    return job;
  } catch (cause) {
    throw new DomainError("not_ready", "the import is noted, ask for the same again", [], {
      cause,
    });
  }
}
