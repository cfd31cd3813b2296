import { randomBytes } from "node:crypto";
import { DomainError, invalidRequest } from "../../core/errors/errors.ts";
import { readAs } from "../../core/errors/field-errors.ts";
import { IMPORT_FORMATS } from "../formats/formats.ts";
import { type ImportJob, importExpiry, isExpired, isUnderWay, NO_COUNTS } from "./job.ts";
import type { NewImport } from "./schema.ts";
import { insertImportJob, listImportJobs } from "./store-jobs.ts";
import { UPLOAD_LINK_SECONDS, uploadLink, uploadObject } from "./store-objects.ts";

/** Maximum number of an account's imports that wait for their upload or are in progress; dropped files are not counted. */
const MOST_UNFINISHED = 20;
/** Number of imports scanned. An import finishes within hours, so an open import is among the newest. */
const PAGES_SCANNED = 100;

/** The request that uploads a file. */
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
  account: string,
  asked: NewImport,
  { keyId, now }: { readonly keyId: string; readonly now: Date },
): Promise<{ readonly job: ImportJob; readonly upload: ImportUpload }> {
  const job = newImportJob(asked, settingsOf(asked), keyId, now);
  const newest = await listImportJobs(account, PAGES_SCANNED);
  const open = newest.filter(
    (one) =>
      (isUnderWay(one) && one.file_name === undefined) ||
      (one.state === "awaiting_upload" && !isExpired(one, now)),
  );
  if (open.length >= MOST_UNFINISHED) {
    throw new DomainError(
      "import_limit_reached",
      `${MOST_UNFINISHED} imports are not finished yet`,
    );
  }
  const { url, headers } = await uploadLink(uploadObject(account, job.id), job, now);
  await insertImportJob(account, job);
  const expires_at = new Date(now.getTime() + UPLOAD_LINK_SECONDS * 1000).toISOString();
  return { job, upload: { method: "PUT", url, headers, expires_at } };
}

function newImportJob(
  { format, source_id, on_conflict, size_bytes, sha256 }: NewImport,
  settings: Record<string, unknown>,
  requested_by: string,
  now: Date,
): ImportJob {
  const requested_at = now.toISOString();
  return {
    id: `${requested_at.replaceAll(/[-:.]/g, "")}-${randomBytes(4).toString("hex")}`,
    format,
    source_id,
    on_conflict,
    settings,
    size_bytes,
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

/** Returns the settings with the defaults of the format's own schema. */
function settingsOf({ format, source_id, settings }: NewImport): Record<string, unknown> {
  const schema = IMPORT_FORMATS.find(({ name }) => name === format)?.settings;
  const named = settings["source_id"] ?? source_id;
  if (named !== source_id) {
    const message = "names another source than source_id";
    throw invalidRequest([{ field: "settings.source_id", message }]);
  }
  const read = schema && readAs(schema, { ...settings, source_id });
  if (read?.success) return read.data as Record<string, unknown>;
  const faults = read?.faults ?? [];
  throw invalidRequest(faults.map((fault) => ({ ...fault, field: `settings.${fault.field}` })));
}
