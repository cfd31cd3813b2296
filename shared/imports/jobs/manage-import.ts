import { sourceProfile } from "../../accounts/store-sources.ts";
import { DomainError, invalidRequest, notFound } from "../../core/errors/errors.ts";
import type { AuthorId, LedgerId } from "../../core/ids.ts";
import { queues } from "../../platform/queues/queue-table.ts";
import { IMPORT_FORMATS } from "../formats/formats.ts";
import { settingsOfSource } from "../formats/settings-of-source.ts";
import {
  cancelled,
  hasOpenRows,
  type ImportJob,
  type ImportMove,
  importExpiry,
  isExpired,
  isOfUser,
  isUnderWay,
  NO_COUNTS,
  newImportId,
  partsMayBeUnderWay,
  recommitted,
  resumed,
  startedImport,
  undoing,
} from "./job.ts";
import { enqueueImport } from "./process-message.ts";
import type { ImportRequest } from "./schema.ts";
import {
  insertImportJob,
  listImportJobs,
  loadImportJob,
  moveImportJob,
  noteImportUndo,
  settleOpenRows,
} from "./store-jobs.ts";
import { lookAtObject, UPLOAD_LINK_SECONDS, uploadLink, uploadObject } from "./store-objects.ts";

type ImportOfLedger = { readonly ledger: LedgerId; readonly id: string; readonly now: Date };

/**
 * Loads an import.
 * @throws DomainError `not_found`
 */
async function existingImport(ledger: LedgerId, id: string): Promise<ImportJob> {
  const job = await loadImportJob(ledger, id);
  if (!job) throw notFound("import");
  return job;
}

/**
 * Changes the state of an import.
 * @throws DomainError `import_state_conflict` if the import is in another state
 */
async function movedImport(ledger: LedgerId, job: ImportJob, move: ImportMove): Promise<ImportJob> {
  const after = move.from.includes(job.state) && (await moveImportJob(ledger, job, move));
  if (!after) throw stateConflict(job, "that cannot be done now");
  return after;
}

const stateConflict = ({ state }: ImportJob, why: string): DomainError =>
  new DomainError("import_state_conflict", `the import is ${state.replace("_", " ")}: ${why}`);

/** Maximum number of an account's imports that wait for their upload or are in progress, without files of the drop folder and of links. */
const MOST_UNFINISHED = 20;
/** Number of imports scanned. An import finishes within hours, so an open import is among the newest. */
const PAGES_SCANNED = 100;

type ImportUpload = {
  readonly method: "PUT";
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly expires_at: string;
};

/**
 * Creates an import, with the link that accepts its file.
 * @throws DomainError `invalid_request` for settings that do not fit the format;
 * `import_limit_reached` if too many other imports are unfinished
 */
export async function requestImport(
  ledger: LedgerId,
  asked: ImportRequest,
  { author, now }: { readonly author: AuthorId; readonly now: Date },
): Promise<{ readonly job: ImportJob; readonly upload: ImportUpload }> {
  const job = newImportJob(asked, await settingsOf(ledger, asked), author, now);
  const newest = await listImportJobs(ledger, PAGES_SCANNED);
  const open = newest.filter(
    (row) =>
      (isUnderWay(row) && isOfUser(row)) ||
      (row.state === "awaiting_upload" && !isExpired(row, now)),
  );
  if (open.length >= MOST_UNFINISHED) {
    throw new DomainError(
      "import_limit_reached",
      `${MOST_UNFINISHED} imports are not finished yet`,
    );
  }
  const { url, headers } = await uploadLink(uploadObject(ledger, job.id), job, now);
  await insertImportJob(ledger, job);
  const expires_at = new Date(now.getTime() + UPLOAD_LINK_SECONDS * 1000).toISOString();
  return { job, upload: { method: "PUT", url, headers, expires_at } };
}

function newImportJob(
  { format, source_id, file_name, on_conflict, size_bytes, sha256 }: ImportRequest,
  settings: Record<string, unknown>,
  requested_by: string,
  now: Date,
): ImportJob {
  const requested_at = now.toISOString();
  return {
    id: newImportId(now),
    format,
    source_id,
    on_conflict,
    settings,
    size_bytes,
    ...(file_name && { upload_name: file_name }),
    ...(sha256 && { sha256 }),
    requested_at,
    requested_by,
    state: "awaiting_upload",
    dry_run: false,
    pass: 0,
    expires_at: importExpiry(now),
    done: new Set(),
    totals: NO_COUNTS,
  };
}

/**
 * Returns the settings, completed by the format and by the profile of the source.
 * @throws DomainError `invalid_request` for settings that do not fit the format
 */
export async function settingsOf(
  ledger: LedgerId,
  { format, source_id, settings }: Pick<ImportRequest, "format" | "source_id" | "settings">,
): Promise<Record<string, unknown>> {
  const schema = IMPORT_FORMATS.find(({ name }) => name === format)?.settings;
  const named = settings["source_id"] ?? source_id;
  if (named !== source_id) {
    const message = "names another source than source_id";
    throw invalidRequest([{ field: "settings.source_id", message }]);
  }
  const given = { ...settings, source_id };
  const read = schema && (await settingsOfSource(schema, given, sourceProfile(ledger, source_id)));
  if (read?.success) return read.data as Record<string, unknown>;
  const faults = read?.faults ?? [];
  throw invalidRequest(faults.map((fault) => ({ ...fault, field: `settings.${fault.field}` })));
}

/**
 * Starts to read the uploaded file, or commits an import after its dry run. Repeating the request enqueues the import
 * again.
 * @throws DomainError `not_found`, `import_not_uploaded`, `import_state_conflict`; `not_ready`
 */
export async function startImport(
  { ledger, id, now }: ImportOfLedger,
  dry_run: boolean,
): Promise<ImportJob> {
  const job = await existingImport(ledger, id);
  if (isUnderWay(job) && job.dry_run === dry_run) return enqueueImport(ledger, job);
  if (isExpired(job, now)) throw stateConflict(job, "its upload has expired: ask for a new import");
  if (job.state === "checked" && !dry_run)
    return enqueueImport(ledger, await movedImport(ledger, job, recommitted(job)));
  if (job.state !== "awaiting_upload") throw stateConflict(job, "it cannot be started");
  const upload = await lookAtObject(uploadObject(ledger, id));
  if (!upload) {
    const message =
      "the file is not uploaded yet: send it to the link of the import, then start it";
    throw new DomainError("import_not_uploaded", message);
  }
  return enqueueImport(
    ledger,
    await movedImport(ledger, job, startedImport(dry_run, upload.etag, now)),
  );
}

/**
 * Cancels an import; its committed events stay. Repeating the request changes nothing.
 * @throws DomainError `not_found`, `import_state_conflict`
 */
export async function cancelImport({ ledger, id, now }: ImportOfLedger): Promise<ImportJob> {
  const job = await existingImport(ledger, id);
  return job.state === "cancelled" ? job : movedImport(ledger, job, cancelled(now));
}

/**
 * Resumes an import that the service has interrupted, or enqueues an import in progress again.
 * @throws DomainError `not_found`, `import_state_conflict`; `not_ready`
 */
export async function retryImport({ ledger, id }: ImportOfLedger): Promise<ImportJob> {
  const job = await existingImport(ledger, id);
  if (isUnderWay(job)) return enqueueImport(ledger, job);
  const move = resumed(job);
  if (!move) throw stateConflict(job, "only an import that was interrupted can go on");
  return enqueueImport(ledger, await movedImport(ledger, job, move));
}

/**
 * Records that somebody has dealt with the rows of an import that are not in the ledger, so that they keep no return
 * waiting. Repeating the request changes nothing.
 * @throws DomainError `not_found`, `import_state_conflict`
 */
export async function settleImport(
  { ledger, id, now }: ImportOfLedger,
  author: AuthorId,
): Promise<ImportJob> {
  const job = await existingImport(ledger, id);
  if (job.settled_at !== undefined) return job;
  if (!hasOpenRows(job)) throw stateConflict(job, "no row of it is open");
  const by = { settled_at: now.toISOString(), settled_by: author };
  const after = await settleOpenRows(ledger, job, by);
  if (!after) throw stateConflict(job, "it has just changed");
  return after;
}

/**
 * Removes all events that an import has committed from the ledger. Repeating the request enqueues the import again, or
 * changes nothing.
 * @throws DomainError `not_found`, `import_state_conflict`; `not_ready`
 */
export async function undoImport(
  { ledger, id, now }: ImportOfLedger,
  author: AuthorId,
): Promise<ImportJob> {
  const job = await existingImport(ledger, id);
  if (job.state === "undone") return job;
  if (job.state === "undoing") return enqueueImport(ledger, job);
  if (job.rows === undefined || job.dry_run) throw stateConflict(job, "it has committed nothing");
  const move = undoing(job, author);
  if (!move.from.includes(job.state)) throw stateConflict(job, "cancel it, or wait for its end");
  const seconds = queues.chunks.lease_seconds;
  if (partsMayBeUnderWay(job, seconds, now)) {
    throw stateConflict(
      job,
      `parts of it may be under way, ask again ${seconds} seconds after its end`,
    );
  }
  const { format, source_id } = job;
  // Recorded first, so that no event is undone without this record.
  await noteImportUndo(ledger, { id, format, source_id, at: now.toISOString(), key_id: author });
  return enqueueImport(ledger, await movedImport(ledger, job, move));
}
