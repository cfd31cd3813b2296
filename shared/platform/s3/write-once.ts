import {
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from "@aws-sdk/client-s3";
import type { Period } from "../../core/calendar/dates.ts";
import { sha256Of } from "../../core/hash.ts";
import type { LedgerId } from "../../core/ids.ts";
import { isSandbox } from "../../core/ids.ts";
import { retainUntil } from "../retention.ts";
import { bucketName, s3 } from "./client.ts";

const DAY_MS = 86_400_000;

/** Days for which a sandbox's locked files are retained in a production stage. */
const SANDBOX_LOCK_DAYS = "2";

/** Returns the ledger whose file a key names: its first folder. Folders of no account, such as reference data, have a dot. */
const ledgerOfFile = (key: string): LedgerId => key.slice(0, key.indexOf("/")) as LedgerId;

/**
 * Returns the Object Lock settings of a file that is retained until the end of a day. Files are locked permanently, as
 * Art. 369k VAT Directive requires. Trial stages set TRIAL_LOCK_DAYS to a few days, with a lock that can be lifted;
 * otherwise trial files would cost storage for ten years. Files of sandboxes also have short locks.
 */
export function objectLock(retainedUntil: string, now: Date, ledger: LedgerId) {
  const days = process.env["TRIAL_LOCK_DAYS"] || (isSandbox(ledger) ? SANDBOX_LOCK_DAYS : "");
  if (!days) {
    return {
      ObjectLockMode: "COMPLIANCE",
      ObjectLockRetainUntilDate: new Date(`${retainedUntil}T23:59:59Z`),
    } as const;
  }
  return {
    ObjectLockMode: "GOVERNANCE",
    ObjectLockRetainUntilDate: new Date(now.getTime() + Number(days) * DAY_MS),
  } as const;
}

type NewObject = {
  /** The target bucket; by default the bucket of locked returns and records. */
  readonly bucket?: string;
  /** The key; it begins with the name of the ledger and `/`. */
  readonly key: string;
  readonly Body: NonNullable<PutObjectCommandInput["Body"]>;
  readonly content_type: string;
  readonly size_bytes: number;
  /** The SHA-256 hash in hexadecimal. S3 rejects an upload with a different hash. */
  readonly sha256: string;
  /** The last day on which the file cannot be deleted. */
  readonly retain_until: string;
};

/**
 * Stores a file under an unused key. The check is needed because Object Lock protects versions, not keys.
 * @returns undefined when the key is taken; `version_id` is absent where the bucket has no versions, as locally.
 * @throws S3ServiceException on any other failure; `ConditionalRequestConflict` while another write of the key is in
 *   progress.
 */
export async function putNew(
  s3: S3Client,
  { bucket = bucketName(), key, Body, content_type, size_bytes, sha256, retain_until }: NewObject,
  now: Date,
): Promise<{ readonly version_id: string | undefined } | undefined> {
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: key,
    Body,
    ContentLength: size_bytes,
    ContentType: content_type,
    ChecksumSHA256: Buffer.from(sha256, "hex").toString("base64"),
    IfNoneMatch: "*",
    ...objectLock(retain_until, now, ledgerOfFile(key)),
  });
  try {
    const { VersionId } = await s3.send(command);
    return { version_id: VersionId };
  } catch (error) {
    if ((error as Error).name === "PreconditionFailed") return undefined;
    throw error;
  }
}

/** A file that is stored once and retained for the legal retention time of its period. */
type NewFile = {
  readonly key: string;
  readonly body: string | Uint8Array;
  readonly content_type: string;
  readonly period: Pick<Period, "lastDay">;
};

type StoredFile = {
  readonly text: string;
  readonly size_bytes: number;
  readonly sha256: string;
  /** Absent where the bucket has no versions, as locally. */
  readonly version_id: string | undefined;
};

/**
 * Stores a file under an unused key. Accepts an existing file with identical content, since a retry may have stored it.
 * @throws Error when the key has other content.
 */
export async function storeOnce(file: NewFile, now: Date): Promise<StoredFile> {
  const stored = await storeFirst(file, now);
  if (stored.sha256 === sha256Of(Buffer.from(file.body))) return stored;
  throw new Error(`${file.key} is stored already, with SHA-256 ${stored.sha256}`);
}

/** Stores a file under an unused key, or returns the file that another writer stored first. */
export async function storeFirst(file: NewFile, now: Date): Promise<StoredFile> {
  const own = await put(file, now);
  const stored = own ?? (await readFile(file.key));
  if (!stored) throw new Error(`${file.key} is stored, and cannot be read`);
  return stored;
}

/** Maximum number of retries after a 409, which S3 returns while another write of the key is in progress. */
const CONFLICTS = 3;

/** Uploads the file. Returns undefined when the key is taken. */
async function put(file: NewFile, now: Date, attempt = 1): Promise<StoredFile | undefined> {
  const Body = Buffer.from(file.body);
  const own = { size_bytes: Body.length, sha256: sha256Of(Body) };
  const retain_until = retainUntil(file.period, now);
  try {
    const { key, content_type } = file;
    const stored = await putNew(s3, { key, Body, content_type, retain_until, ...own }, now);
    return stored && { text: Body.toString("utf8"), ...own, ...stored };
  } catch (error) {
    const isConflict = (error as Error).name === "ConditionalRequestConflict";
    if (isConflict && attempt < CONFLICTS) return put(file, now, attempt + 1);
    throw error;
  }
}

/** Reads a stored file as text, in the given version if any; returns undefined when the file does not exist. */
export async function readFile(
  ...of: Parameters<typeof readBytes>
): Promise<StoredFile | undefined> {
  const stored = await readBytes(...of);
  if (!stored) return undefined;
  const { bytes, ...file } = stored;
  return { ...file, text: bytes.toString("utf8"), size_bytes: bytes.length };
}

/** Reads the bytes of a stored file, in the given version if any; returns undefined when the file does not exist. */
export async function readBytes(key: string, version_id?: string, bucket = bucketName()) {
  try {
    const { Body, VersionId } = await s3.send(
      new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ...(version_id === undefined ? {} : { VersionId: version_id }),
      }),
    );
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    return { bytes, sha256: sha256Of(bytes), version_id: VersionId };
  } catch (error) {
    const { name } = error as Error;
    if (error instanceof NoSuchKey || name === "NoSuchVersion") return undefined;
    throw error;
  }
}
