import { GetObjectCommand, NoSuchKey } from "@aws-sdk/client-s3";
import type { Period } from "../../core/calendar/period.ts";
import { sha256Of } from "../../core/hash.ts";
import { bucketName, s3 } from "./client.ts";
import { putNew } from "./put-new.ts";
import { retainUntil } from "./retention.ts";

/** A file that is stored once, and kept as long as the law has it for the period. */
type NewFile = {
  readonly key: string;
  readonly body: string | Uint8Array;
  readonly content_type: string;
  readonly period: Pick<Period, "lastDay">;
};

/** A file as it is in the bucket. */
type StoredFile = {
  readonly text: string;
  readonly size_bytes: number;
  readonly sha256: string;
  /** Absent where the bucket has no versions, as locally. */
  readonly version_id: string | undefined;
};

/**
 * Stores a file under a key that nothing is stored under yet. Where something is, the same content is fine: it is
 * this very file, sent twice.
 * @throws Error when the key has other content.
 */
export async function storeOnce(file: NewFile, now: Date): Promise<StoredFile> {
  const stored = await storeFirst(file, now);
  if (stored.sha256 === sha256Of(Buffer.from(file.body))) return stored;
  throw new Error(`${file.key} is stored already, with SHA-256 ${stored.sha256}`);
}

/** The same, but whatever was stored first is the answer: two writers end with one file. */
export async function storeFirst(file: NewFile, now: Date): Promise<StoredFile> {
  const own = await put(file, now);
  const stored = own ?? (await readFile(file.key));
  if (!stored) throw new Error(`${file.key} is stored, and cannot be read`);
  return stored;
}

/** S3 answers 409 while another write of the key is under way: then it is asked again. */
const CONFLICTS = 3;

/** Undefined when the key is taken. */
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

/** A stored file, in that version where it is given; undefined when there is none. */
export async function readFile(
  key: string,
  version_id?: string,
  bucket = bucketName(),
): Promise<StoredFile | undefined> {
  try {
    const { Body, VersionId } = await s3.send(
      new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ...(version_id === undefined ? {} : { VersionId: version_id }),
      }),
    );
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    const text = bytes.toString("utf8");
    return { text, size_bytes: bytes.length, sha256: sha256Of(bytes), version_id: VersionId };
  } catch (error) {
    const { name } = error as Error;
    if (error instanceof NoSuchKey || name === "NoSuchVersion") return undefined;
    throw error;
  }
}
