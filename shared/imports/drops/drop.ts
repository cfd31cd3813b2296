import * as z from "zod";
import { accountNamed } from "../../accounts/account.ts";
import type { SourceProfile } from "../../accounts/sources.ts";
import { loadAccount } from "../../accounts/store-accounts.ts";
import { loadSources } from "../../accounts/store-sources.ts";
import { sha256Of } from "../../core/hash.ts";
import { type LedgerId, ledgerOf } from "../../core/ids.ts";
import { type Queue, queueWorker } from "../../platform/queues/queues.ts";
import { logger } from "../../platform/telemetry/telemetry.ts";
import { FileFault } from "../files/csv-record.ts";
import { RECOGNISED_BYTES } from "../files/json-shape.ts";
import { IMPORT_FORMATS } from "../formats/formats.ts";
import { formatOfHead, lackingColumns } from "../formats/recognise.ts";
import { settingsOfSource } from "../formats/settings-of-source.ts";
import {
  ACCOUNT_STOPPED,
  type ImportError,
  type ImportJob,
  importExpiry,
  NO_COUNTS,
} from "../jobs/job.ts";
import { enqueueImport } from "../jobs/process-message.ts";
import { LARGEST_FILE } from "../jobs/schema.ts";
import { insertSentImport, loadImportJob } from "../jobs/store-jobs.ts";
import { readHead } from "../jobs/store-objects.ts";

/** The folder of the bucket of imports whose files become imports by themselves. */
export const DROPS = "drop/";

/** An object that was put into the drop folder, as EventBridge reports it. */
const DroppedObject = z.object({
  time: z.iso.datetime(),
  detail: z.object({
    object: z.object({
      key: z.string(),
      size: z.int().min(0),
      etag: z.string(),
      /** Orders the writes of one key; tells two puts of identical bytes apart. */
      sequencer: z.string().default(""),
    }),
  }),
});
export type DroppedObject = z.output<typeof DroppedObject>;

/** The queue of dropped objects. Keys contain names of files, which may name persons. */
export const DROPPED: Queue<z.input<typeof DroppedObject>, DroppedObject> = {
  name: "drops",
  schema: DroppedObject,
  isPersonal: true,
};

type DropPlace = {
  readonly account: LedgerId;
  readonly source_id: string;
  readonly file_name: string;
};

/** Reads `drop/<account>/<source>/<file>`; undefined for keys of another form, such as empty folders. */
function placeOfDrop(key: string): DropPlace | undefined {
  const [, account = "", source_id = "", file_name = ""] =
    /^drop\/([^/]+)\/([^/]+)\/(.*[^/])$/.exec(key) ?? [];
  const named = accountNamed(account);
  return named && { account: ledgerOf(named), source_id, file_name };
}

export const UNKNOWN_FORMAT = "unknown";

/** The author of the events of dropped files, in place of an API key. */
const AUTHOR = "drop-folder";

/**
 * Returns the id of the import of a dropped object. The id follows from the put, so that a repeated message finds the
 * import of the first one. The milliseconds are derived too, because EventBridge reports whole seconds.
 */
function importIdOfDrop({ time, detail: { object } }: DroppedObject): string {
  const hash = sha256Of(
    Buffer.from(JSON.stringify([time, object.key, object.etag, object.sequencer])),
  );
  const millisecond = String(Number.parseInt(hash.slice(8, 16), 16) % 1000).padStart(3, "0");
  const second = new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  return `${second}${millisecond}Z-${hash.slice(0, 8)}`;
}

/** The facts by which a dropped file is accepted. */
type DropFacts = {
  readonly isAccountActive: boolean;
  readonly source: SourceProfile | undefined;
  /** The first bytes of the file; undefined if it was replaced or deleted meanwhile. */
  readonly head: Uint8Array | undefined;
};

/** Returns the import of a dropped file; a file that cannot be read becomes an import that has failed. */
async function importOfDrop(
  dropped: DroppedObject,
  place: DropPlace,
  facts: DropFacts,
  now: Date,
): Promise<ImportJob> {
  const read = await reading(dropped, place, facts);
  const at = now.toISOString();
  return {
    id: importIdOfDrop(dropped),
    format: read.format,
    source_id: place.source_id,
    file_name: place.file_name,
    on_conflict: facts.source?.drop_folder?.on_conflict ?? "ask",
    settings: read.settings ?? {},
    size_bytes: dropped.detail.object.size,
    requested_at: at,
    requested_by: AUTHOR,
    etag: dropped.detail.object.etag,
    ...(read.error
      ? { state: "failed", error: read.error, finished_at: at }
      : { state: "reading", started_at: at }),
    dry_run: false,
    pass: 1,
    expires_at: importExpiry(now),
    done: new Set(),
    totals: NO_COUNTS,
  };
}

type DropReading = {
  readonly format: string;
  readonly settings?: Record<string, unknown>;
  readonly error?: ImportError;
};

/** Decides on the format and the settings of a dropped file, or on the error of its import. */
async function reading(
  { detail: { object } }: DroppedObject,
  { source_id }: DropPlace,
  { isAccountActive, source, head }: DropFacts,
): Promise<DropReading> {
  const folder = source?.drop_folder;
  const failed = (error: ImportError) => ({ format: folder?.format ?? UNKNOWN_FORMAT, error });
  if (!source)
    return failed({
      code: "unknown_source",
      message: `The account has no source ${source_id}: create its profile, or drop the file into the folder of a source.`,
    });
  if (object.size > LARGEST_FILE)
    return failed({
      code: "file_too_large",
      message: "The file is larger than one gigabyte: split it.",
    });
  if (!head)
    return failed({
      code: "file_replaced",
      message: "The file was replaced or deleted before it was read: give each file its own name.",
    });
  const format = formatOfFile(folder?.format, head, IN_DROP_FOLDER);
  if (typeof format !== "string") return failed(format);
  const read = await settingsIn(format, source);
  // A retry goes on with the file when the account works again.
  return isAccountActive || read.error ? read : { ...read, error: ACCOUNT_STOPPED };
}

const IN_DROP_FOLDER = "check the export, or name the format in the drop folder of the source";

/** Returns the format that is named, else the one that the first bytes tell; of an unknown file the error. */
export function formatOfFile(
  named: string | null | undefined,
  head: Uint8Array,
  advice: string,
): string | ImportError {
  try {
    const found = formatOfHead(head);
    return named ?? found ?? unknownFormat(lackingColumns(head), advice);
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    return { code: error.code, message: error.message };
  }
}

const unknownFormat = (lacking: FileFault | undefined, advice: string): ImportError =>
  lacking
    ? { code: lacking.code, message: lacking.message }
    : {
        code: "unknown_format",
        message: `No import format reads the file: ${advice}.`,
      };

/** Completes the settings of the source by its profile and the defaults of the format. */
async function settingsIn(name: string, source: SourceProfile): Promise<DropReading> {
  const { source_key: source_id, drop_folder: folder } = source;
  const format = IMPORT_FORMATS.find((importFormat) => importFormat.name === name);
  const given = { ...folder?.settings, source_id };
  const read = format && (await settingsOfSource(format.settings, given, async () => source));
  if (read?.success) return { format: name, settings: read.data as Record<string, unknown> };
  const faults = read?.faults.map(({ field, message }) => `${field} ${message}`) ?? [];
  const message = format
    ? `The drop folder of the source ${source_id} has no valid settings for ${name}: ${faults.join("; ")}.`
    : `The drop folder of the source ${source_id} names the format ${name}, which does not exist.`;
  return { format: name, error: { code: "invalid_settings", message } };
}

/**
 * Makes an import of a dropped object and enqueues it. Repeating it makes no second import. An object outside of the
 * folders of accounts has nobody to be reported to, so it is only logged.
 */
export async function takeDrop(dropped: DroppedObject, now: Date): Promise<void> {
  const place = placeOfDrop(dropped.detail.object.key);
  const record = place && (await loadAccount(place.account));
  if (!place || !record) return logger.warn("dropped object without an account");
  const known = await loadImportJob(place.account, importIdOfDrop(dropped));
  if (known) return again(place.account, known);
  const isAccountActive = record.account_state === undefined;
  const job = await acceptedDrop(dropped, place, isAccountActive, now);
  await insertSentImport(place.account, job);
  // Also if another worker has stored it, which may have died before its message.
  await again(place.account, job);
}

async function acceptedDrop(
  dropped: DroppedObject,
  place: DropPlace,
  isAccountActive: boolean,
  now: Date,
): Promise<ImportJob> {
  const { object } = dropped.detail;
  const { items } = await loadSources(place.account);
  const source = items.find(({ source_key }) => source_key === place.source_id);
  const head = source && (await readHead(object, RECOGNISED_BYTES));
  return importOfDrop(dropped, place, { isAccountActive, source, head }, now);
}

/** Enqueues the import again, if its message may be lost. */
async function again(ledger: LedgerId, job: ImportJob): Promise<void> {
  if (job.state === "reading") await enqueueImport(ledger, job);
}

export const dropWorker = () => queueWorker(DROPPED, (dropped) => takeDrop(dropped, new Date()));
