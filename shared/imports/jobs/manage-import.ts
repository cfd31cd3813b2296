import { DomainError } from "../../core/errors/errors.ts";
import { jobs } from "../../platform/jobs/jobs.ts";
import { hasOpenRows, type ImportJob, isExpired, isUnderWay } from "./job.ts";
import { enqueueImport } from "./messages.ts";
import { noteImportUndo, settleOpenRows } from "./store-jobs.ts";
import { lookAtObject, uploadObject } from "./store-objects.ts";
import { existingImport, type ImportRequest, movedImport, stateConflict } from "./transition.ts";
import {
  cancelled,
  partsMayBeUnderWay,
  recommitted,
  resumed,
  startedImport,
  undoing,
} from "./transitions.ts";

/**
 * Starts to read the uploaded file, or commits an import after its dry run. Repeating the request enqueues the import
 * again.
 * @throws DomainError `not_found`, `import_not_uploaded`, `import_state_conflict`; `not_ready`
 */
export async function startImport(
  { account, id, now }: ImportRequest,
  dry_run: boolean,
): Promise<ImportJob> {
  const job = await existingImport(account, id);
  if (isUnderWay(job) && job.dry_run === dry_run) return enqueueImport(account, job);
  if (isExpired(job, now)) throw stateConflict(job, "its upload has expired: ask for a new import");
  if (job.state === "checked" && !dry_run)
    return enqueueImport(account, await movedImport(account, job, recommitted(job)));
  if (job.state !== "awaiting_upload") throw stateConflict(job, "it cannot be started");
  const upload = await lookAtObject(uploadObject(account, id));
  if (!upload) {
    const message =
      "the file is not uploaded yet: send it to the link of the import, then start it";
    throw new DomainError("import_not_uploaded", message);
  }
  return enqueueImport(
    account,
    await movedImport(account, job, startedImport(dry_run, upload.etag, now)),
  );
}

/**
 * Cancels an import; its committed events stay. Repeating the request changes nothing.
 * @throws DomainError `not_found`, `import_state_conflict`
 */
export async function cancelImport({ account, id, now }: ImportRequest): Promise<ImportJob> {
  const job = await existingImport(account, id);
  return job.state === "cancelled" ? job : movedImport(account, job, cancelled(now));
}

/**
 * Resumes an import that the service has interrupted, or enqueues an import in progress again.
 * @throws DomainError `not_found`, `import_state_conflict`; `not_ready`
 */
export async function retryImport({ account, id }: ImportRequest): Promise<ImportJob> {
  const job = await existingImport(account, id);
  if (isUnderWay(job)) return enqueueImport(account, job);
  const move = resumed(job);
  if (!move) throw stateConflict(job, "only an import that was interrupted can go on");
  return enqueueImport(account, await movedImport(account, job, move));
}

/**
 * Records that somebody has dealt with the rows of an import that are not in the ledger, so that they keep no return
 * waiting. Repeating the request changes nothing.
 * @throws DomainError `not_found`, `import_state_conflict`
 */
export async function settleImport(
  { account, id, now }: ImportRequest,
  keyId: string,
): Promise<ImportJob> {
  const job = await existingImport(account, id);
  if (job.settled_at !== undefined) return job;
  if (!hasOpenRows(job)) throw stateConflict(job, "no row of it is open");
  const by = { settled_at: now.toISOString(), settled_by: keyId };
  const after = await settleOpenRows(account, job, by);
  if (!after) throw stateConflict(job, "it has just changed");
  return after;
}

/**
 * Removes all events that an import has committed from the ledger. Repeating the request enqueues the import again, or
 * changes nothing.
 * @throws DomainError `not_found`, `import_state_conflict`; `not_ready`
 */
export async function undoImport(
  { account, id, now }: ImportRequest,
  keyId: string,
): Promise<ImportJob> {
  const job = await existingImport(account, id);
  if (job.state === "undone") return job;
  if (job.state === "undoing") return enqueueImport(account, job);
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
  // Recorded first, so that no event is undone without this record.
  await noteImportUndo(account, { id, format, source_id, at: now.toISOString(), key_id: keyId });
  return enqueueImport(account, await movedImport(account, job, move));
}
