import { DomainError } from "../../core/errors/errors.ts";
import { announcedImport } from "./announce-import.ts";
import { type ImportJob, isExpired, isUnderWay } from "./job.ts";
import { lookAtObject, uploadObject } from "./store-objects.ts";
import { existingImport, type ImportRequest, movedImport, stateConflict } from "./transition.ts";
import { recommitted, startedImport } from "./transitions.ts";

/**
 * Lets the uploaded file be read, or commits what a dry run has looked at. The same once more tells the
 * worker again.
 * @throws DomainError `not_found`, `import_not_uploaded`, `import_state_conflict`; `not_ready`
 */
export async function startImport(
  { account, id, now }: ImportRequest,
  dry_run: boolean,
): Promise<ImportJob> {
  const job = await existingImport(account, id);
  if (isUnderWay(job) && job.dry_run === dry_run) return announcedImport(account, job);
  if (isExpired(job, now)) throw stateConflict(job, "its upload has expired: ask for a new import");
  if (job.state === "checked" && !dry_run)
    return announcedImport(account, await movedImport(account, job, recommitted(job)));
  if (job.state !== "awaiting_upload") throw stateConflict(job, "it cannot be started");
  const upload = await lookAtObject(uploadObject(account, id));
  if (!upload) {
    const message =
      "the file is not uploaded yet: send it to the link of the import, then start it";
    throw new DomainError("import_not_uploaded", message);
  }
  return announcedImport(
    account,
    await movedImport(account, job, startedImport(dry_run, upload.etag, now)),
  );
}
