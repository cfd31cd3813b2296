import { hasHash } from "../../accounts/people/session.ts";
import { loadAccount } from "../../accounts/store-accounts.ts";
import { loadSandbox } from "../../accounts/store-sandboxes.ts";
import { sourceProfile } from "../../accounts/store-sources.ts";
import { dayOf, instantOn } from "../../core/calendar/dates.ts";
import { DomainError, notFound } from "../../core/errors/errors.ts";
import { accountOf, isSandbox, type LedgerId } from "../../core/ids.ts";
import { loadProfile } from "../../ledger/settings/store-settings.ts";
import { profileOn } from "../../vat/seller/profile.ts";
import { formatOfFile, UNKNOWN_FORMAT } from "../drops/drop.ts";
import { RECOGNISED_BYTES } from "../files/json-shape.ts";
import { IMPORT_FORMATS } from "../formats/formats.ts";
import { settingsOfSource } from "../formats/settings-of-source.ts";
import { type ImportError, type ImportJob, importExpiry, NO_COUNTS } from "../jobs/job.ts";
import { enqueueImport } from "../jobs/process-message.ts";
import { insertSentImport, listImportJobs, loadImportJob } from "../jobs/store-jobs.ts";
import {
  lookAtObject,
  readHead,
  UPLOAD_LINK_SECONDS,
  uploadLink,
  uploadObject,
} from "../jobs/store-objects.ts";
import type { UploadRequest } from "./schema.ts";
import { loadUploadLink, updateUploadLink } from "./store-upload-links.ts";
import {
  isUsedUp,
  type LinkName,
  linkEnded,
  parseLinkToken,
  type SentFile,
  sameFile,
  takesFiles,
  type UploadLink,
  withFile,
  withReceipt,
} from "./upload-link.ts";

/**
 * Returns the link if the token opens it.
 * @throws DomainError `link_ended`
 */
function opened(link: UploadLink | undefined, token: string, now: Date): UploadLink {
  if (!link || !hasHash(token, link.token_sha256) || !takesFiles(link, now)) throw linkEnded();
  return link;
}

/**
 * Returns the name in a token whose account works.
 * @throws DomainError `link_ended`
 */
async function nameIn(token: string): Promise<LinkName> {
  const name = parseLinkToken(token);
  // A suspended or closed account, and an emptied sandbox, take no file.
  const record = name && (await loadAccount(name.ledger));
  if (!name || record?.account_state !== undefined) throw linkEnded();
  return name;
}

/**
 * Returns what a link asks for.
 * @throws DomainError `link_ended`
 */
export async function openUploadLink(token: string, now: Date): Promise<UploadLink> {
  const link = opened(await loadUploadLink(await nameIn(token)), token, now);
  if (isUsedUp(link)) throw linkEnded();
  return link;
}

/**
 * Announces a file, and returns the address that accepts this one file; none if it was received before.
 * @throws DomainError `link_ended`; `not_ready`
 */
export async function announceUpload({ token, ...file }: UploadRequest, now: Date) {
  const name = await nameIn(token);
  const link = await updateUploadLink(name, (seen) =>
    withFile(opened(seen, token, now), file, now),
  );
  const { id, received_at } = sameFile(link, file) as SentFile;
  if (received_at !== undefined) return { id, upload: null };
  const signed = await uploadLink(uploadObject(name.ledger, id), file, now);
  const expires_at = new Date(now.getTime() + UPLOAD_LINK_SECONDS * 1000).toISOString();
  return { id, upload: { method: "PUT" as const, ...signed, expires_at } };
}

/**
 * Makes an import of an uploaded file, which is looked through and never booked by this link. Repeating the request
 * makes no second import.
 * @throws DomainError `link_ended`, `not_found`, `import_not_uploaded`; `not_ready`
 */
export async function receiveUpload(token: string, id: string, now: Date): Promise<ImportJob> {
  const name = await nameIn(token);
  const { ledger } = name;
  const link = opened(await loadUploadLink(name), token, now);
  const file = link.files.find((announced) => announced.id === id);
  if (!file) throw notFound("upload");
  const known = await loadImportJob(ledger, id);
  const job = known ?? (await importOfFile(ledger, link, file, await onItsDay(ledger, now)));
  if (!known) await insertSentImport(ledger, job);
  // Enqueued first: a link that is revoked meanwhile leaves no import that nobody reads.
  if (job.state === "reading") await enqueueImport(ledger, job);
  await updateUploadLink(name, (seen) => withReceipt(seen ?? link, id, now));
  return job;
}

/** Returns the instant on the day of the sandbox's clock, as a start of the import by a test key has it. */
const onItsDay = async (ledger: LedgerId, now: Date) =>
  isSandbox(ledger) ? instantOn((await loadSandbox(accountOf(ledger))).clock_day, now) : now;

async function importOfFile(
  ledger: LedgerId,
  link: UploadLink,
  file: SentFile,
  now: Date,
): Promise<ImportJob> {
  const key = uploadObject(ledger, file.id);
  const upload = await lookAtObject(key);
  const size = upload?.size_bytes ?? 0;
  const head = upload && (await readHead({ key, etag: upload.etag, size }, RECOGNISED_BYTES));
  if (!upload || !head) {
    const message = "the file is not uploaded yet: send it to its address, then say so";
    throw new DomainError("import_not_uploaded", message);
  }
  const read = await readingOf(ledger, link, head, now);
  return jobOfFile(link, file, { etag: upload.etag, ...read }, now);
}

type Reading = {
  readonly format: string;
  readonly settings?: Record<string, unknown>;
  readonly error?: ImportError;
};

function jobOfFile(
  link: UploadLink,
  { id, file_name, size_bytes, sha256 }: SentFile,
  { etag, format, settings = {}, error }: Reading & { readonly etag: string },
  now: Date,
): ImportJob {
  const at = now.toISOString();
  return {
    id,
    format,
    source_id: link.source_id,
    upload_name: file_name,
    upload_link: link.id,
    on_conflict: "ask",
    settings,
    size_bytes,
    sha256,
    requested_at: at,
    requested_by: `link of ${link.created_by}`,
    etag,
    ...(error
      ? { state: "failed", error, finished_at: at }
      : { state: "reading", started_at: at, started_on: dayOf(now) }),
    dry_run: true,
    pass: 1,
    expires_at: importExpiry(now),
    done: new Set(),
    totals: NO_COUNTS,
  };
}

const ADVICE = "send the export as the shop made it, without opening and saving it in between";

/** Decides on the format and the settings of a file, or on the error of its import. */
async function readingOf(
  ledger: LedgerId,
  { source_id, format: named, settings }: UploadLink,
  head: Uint8Array,
  now: Date,
): Promise<Reading> {
  const name = formatOfFile(named, head, ADVICE);
  if (typeof name !== "string") return { format: named ?? UNKNOWN_FORMAT, error: name };
  const format = IMPORT_FORMATS.find((importFormat) => importFormat.name === name);
  if (!format) throw new TypeError(`no import format ${name}`);
  const given = settings ?? (await lastSettings(ledger, source_id, name));
  const profile = () => originOf(ledger, source_id, now);
  const read = await settingsOfSource(format.settings, { ...given, source_id }, profile);
  if (read.success) return { format: name, settings: read.data as Record<string, unknown> };
  const faults = read.faults.map(({ field, message }) => `${field} ${message}`).join("; ");
  const message = `No earlier import of ${source_id} has settings for ${name}: ${faults}. Import the file yourself, or make a link with the settings.`;
  return { format: name, error: { code: INVALID_SETTINGS, message } };
}

/** Returns where a source sends from: what its profile says, else the seat of the account, as the console proposes it. */
async function originOf(ledger: LedgerId, source_id: string, now: Date) {
  const source = await sourceProfile(ledger, source_id)();
  const { establishment_country: seat } = profileOn(await loadProfile(ledger), dayOf(now));
  return {
    dispatch_country: source?.dispatch_country ?? seat,
    supplier_establishment_country: source?.supplier_establishment_country ?? seat,
  };
}

/** The error of a file that may well be readable: its sender can do nothing about it. */
const INVALID_SETTINGS = "invalid_settings";

/** Number of imports that are searched for the settings of the last one. */
const IMPORTS_SEARCHED = 100;

/** Returns the settings of the last import of that format and source, else those of its drop folder. */
async function lastSettings(ledger: LedgerId, source_id: string, format: string) {
  const imports = await listImportJobs(ledger, IMPORTS_SEARCHED);
  // Settings that were checked name their source.
  const last = imports.find(
    (job) => job.settings["source_id"] === source_id && job.format === format,
  );
  if (last) return last.settings;
  const profile = await sourceProfile(ledger, source_id)();
  return profile?.drop_folder?.settings;
}

/** Returns what the sender is told of an import: an error only if the file is at fault. */
export function receiptOf(job: ImportJob) {
  const error = job.error?.code === INVALID_SETTINGS ? undefined : job.error;
  return {
    id: job.id,
    status: error ? ("unreadable" as const) : ("received" as const),
    error: error ? { code: error.code, message: error.message } : null,
  };
}
