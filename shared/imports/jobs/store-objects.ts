import { createReadStream } from "node:fs";
import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { LedgerId } from "../../core/ids.ts";
import { isSandbox } from "../../core/ids.ts";
import { batchGet, batchPut } from "../../platform/dynamodb/client.ts";
import { isMissing, S3_SETTINGS, s3, s3ForLargeFiles } from "../../platform/s3/client.ts";
import { IMPORT_ORIGINAL_ITEM } from "../../platform/table/imports.ts";
import { versionOf } from "../../platform/table/item.ts";
import { importOriginalKey } from "../../platform/table/keys.ts";
import { type Original, preferredOriginal } from "../formats/outcome.ts";
import type { ImportJob } from "./job.ts";

/*
 * The bucket of imports. Its objects are not locked, and are deleted by age.
 *
 *   uploads/<account>/<import>                    the uploaded file
 *   drop/<account>/<source>/<file>                a file that becomes an import by itself
 *   uploads/<organisation>/<job>.zip              the files of a job over many returns
 *   work/<account>/<import>/parts/<part>          the rows of a part, as they were read
 *   work/<account>/<import>/findings/<pass>/<part>  the findings of a part
 *   work/<account>/<import>/findings-<pass>.csv   the findings of all parts
 */
export const importBucketName = (): string => {
  const name = process.env["IMPORT_BUCKET_NAME"];
  if (!name) throw new Error("IMPORT_BUCKET_NAME is not set");
  return name;
};

export const uploadObject = (ledger: LedgerId, id: string): string => `uploads/${ledger}/${id}`;

/** Returns the file of an import: the upload, or the file in the drop folder. */
export const fileObject = (
  ledger: LedgerId,
  { id, source_id, file_name }: Pick<ImportJob, "id" | "source_id" | "file_name">,
): string =>
  file_name === undefined ? uploadObject(ledger, id) : `drop/${ledger}/${source_id}/${file_name}`;

export const bulkZipObject = (organisation: string, job: string): string =>
  `uploads/${organisation}/${job}.zip`;

const workFolder = (ledger: LedgerId, id: string): string => `work/${ledger}/${id}`;

export const partObject = (ledger: LedgerId, id: string, part: number): string =>
  `${workFolder(ledger, id)}/parts/${part}`;

export const findingsObject = (ledger: LedgerId, id: string, pass: number, part: number): string =>
  `${workFolder(ledger, id)}/findings/${pass}/${part}`;

export const findingsFile = (ledger: LedgerId, id: string, pass: number): string =>
  `${workFolder(ledger, id)}/findings-${pass}.csv`;

/** Returns the ETag and the size of an object; undefined if there is none. */
export async function lookAtObject(
  Key: string,
): Promise<{ etag: string; size_bytes: number } | undefined> {
  try {
    const head = await s3.send(new HeadObjectCommand({ Bucket: importBucketName(), Key }));
    return { etag: head.ETag ?? "", size_bytes: head.ContentLength ?? 0 };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Returns the current ETag of an object, and its bytes as a stream. */
export async function openObject(
  Key: string,
): Promise<{ etag: string; bytes: AsyncIterable<Uint8Array> }> {
  const { Body, ETag } = await s3ForLargeFiles.send(
    new GetObjectCommand({ Bucket: importBucketName(), Key }),
  );
  // On Node a body is a stream of buffers.
  return { etag: ETag ?? "", bytes: Body as unknown as AsyncIterable<Uint8Array> };
}

/** Reads the first bytes of an object; undefined if it is gone, or is another one than `etag` names. */
export async function readHead(
  { key: Key, etag, size }: { key: string; etag: string; size: number },
  bytes: number,
): Promise<Uint8Array | undefined> {
  // S3 rejects a range of an empty object.
  if (size === 0) return new Uint8Array();
  try {
    const { Body, ETag } = await s3.send(
      new GetObjectCommand({ Bucket: importBucketName(), Key, Range: `bytes=0-${bytes - 1}` }),
    );
    const head = await Body?.transformToByteArray();
    return unquoted(ETag) === unquoted(etag) ? head : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Removes the quotes of an ETag, which EventBridge leaves out. */
export const unquoted = (etag: string | undefined): string => (etag ?? "").replaceAll('"', "");

/** Reads a small object as text; undefined if there is none. */
export async function readText(Key: string): Promise<string | undefined> {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: importBucketName(), Key }));
    return await Body?.transformToString("utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export async function writeText(Key: string, text: string): Promise<void> {
  await s3.send(
    new PutObjectCommand({
      Bucket: importBucketName(),
      Key,
      Body: text,
      ContentType: "application/x-ndjson",
    }),
  );
}

const ATTEMPTS = 3;

type LocalFile = { readonly path: string; readonly size_bytes: number; readonly sha256: string };

/** Stores a local file that may not fit into memory; S3 rejects content that differs from the given hash. */
export async function storeLargeObject(Key: string, file: LocalFile): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    // A stream cannot be sent twice, so the client must not retry by itself.
    const Body = createReadStream(file.path);
    try {
      await s3ForLargeFiles.send(
        new PutObjectCommand({
          Bucket: importBucketName(),
          Key,
          Body,
          ContentLength: file.size_bytes,
          ChecksumSHA256: Buffer.from(file.sha256, "hex").toString("base64"),
        }),
      );
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    } finally {
      Body.destroy();
    }
  }
}

/** Signs links. Computes no checksum, because it would be that of an empty file. */
const signer = new S3Client({ ...S3_SETTINGS, requestChecksumCalculation: "WHEN_REQUIRED" });

export const UPLOAD_LINK_SECONDS = 3_600;

type Upload = { readonly size_bytes: number; readonly sha256?: string | undefined };

/** Returns a link that accepts one file of exactly that length, and with that hash if it is given. */
export async function uploadLink(Key: string, { size_bytes, sha256 }: Upload, now: Date) {
  const checksum = sha256 && Buffer.from(sha256, "hex").toString("base64");
  const headers = { "content-type": "application/octet-stream" };
  const url = await getSignedUrl(
    signer,
    new PutObjectCommand({
      Bucket: importBucketName(),
      Key,
      ContentLength: size_bytes,
      ContentType: headers["content-type"],
      ...(checksum && { ChecksumSHA256: checksum }),
    }),
    {
      expiresIn: UPLOAD_LINK_SECONDS,
      signingDate: now,
      signableHeaders: new Set(["host", "content-length", "content-type", CHECKSUM]),
      // S3 checks the file against the checksum only if it is a header.
      unhoistableHeaders: new Set([CHECKSUM]),
    },
  );
  return { url, headers: { ...headers, ...(checksum && { [CHECKSUM]: checksum }) } };
}

const CHECKSUM = "x-amz-checksum-sha256";

/** Returns a link that downloads an object under that name, valid for five minutes. */
export const objectLink = (
  Key: string,
  file_name: string,
  now: Date,
  content_type = "text/csv; charset=utf-8; header=present",
): Promise<string> =>
  getSignedUrl(
    signer,
    new GetObjectCommand({
      Bucket: importBucketName(),
      Key,
      ResponseContentDisposition: `attachment; filename="${file_name}"`,
      ResponseContentType: content_type,
    }),
    { expiresIn: 300, signingDate: now },
  );

export async function loadOriginals(
  ledger: LedgerId,
  source_id: string,
  keys: Iterable<string>,
): Promise<Map<string, Original>> {
  const asked = [...new Set(keys)].map((key) => importOriginalKey(ledger, source_id, key));
  const items = await batchGet(asked);
  // The stored items were written by the function below.
  return new Map(items.map(({ key, original }) => [String(key), originalIn(original)]));
}

/**
 * Stores sales for the corrections of later files. Of two sales with one key the preferred one is kept, so importing a
 * file again, or its rows in another order, changes nothing.
 */
export async function saveOriginals(
  ledger: LedgerId,
  source_id: string,
  originals: ReadonlyMap<string, Original>,
): Promise<void> {
  const known = await loadOriginals(ledger, source_id, originals.keys());
  const changed = [...originals].flatMap(([key, original]) => {
    const before = known.get(key);
    const stands = before ? preferredOriginal(before, original) : original;
    return before && JSON.stringify(before) === JSON.stringify(stands) ? [] : [{ key, stands }];
  });
  const items = changed.map(({ key, stands }) => ({
    ...importOriginalKey(ledger, source_id, key),
    ...versionOf(IMPORT_ORIGINAL_ITEM),
    key,
    // Stored as one text: the engine and the SDK would spend most of their time on a map of fields.
    original: JSON.stringify(stands),
    ...endIn(ledger, new Date()),
  }));
  await batchPut(items);
}

/** Returns a stored sale. It is text, because a map costs the SDK more than all else; the first version had a map. */
const originalIn = (stored: unknown): Original =>
  (typeof stored === "string" ? JSON.parse(stored) : stored) as Original;

const DAY_S = 86_400;

/** Lifetime in a sandbox: days within which a trial import is followed by its corrections. */
const SANDBOX_DAYS = 90;

/**
 * Returns the expiry in a sandbox. The items are found only by a shop's own keys, so they cannot be removed with the
 * sandbox and expire instead.
 */
const endIn = (ledger: LedgerId, now: Date) =>
  isSandbox(ledger) ? { expires_at: Math.ceil(now.getTime() / 1000) + SANDBOX_DAYS * DAY_S } : {};
