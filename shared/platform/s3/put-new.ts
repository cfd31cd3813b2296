import { PutObjectCommand, type PutObjectCommandInput, type S3Client } from "@aws-sdk/client-s3";
import { bucketName } from "./client.ts";
import { objectLock } from "./object-lock.ts";

/** A file as it goes to the bucket. */
type NewObject = {
  /** The bucket of locked returns and records unless another is named. */
  readonly bucket?: string;
  /** Begins with the ledger that it is of, and `/`. */
  readonly key: string;
  readonly Body: NonNullable<PutObjectCommandInput["Body"]>;
  readonly content_type: string;
  readonly size_bytes: number;
  /** In hexadecimal; S3 refuses the file when it has another one there. */
  readonly sha256: string;
  /** The last day on which it cannot be deleted. */
  readonly retain_until: string;
};

/**
 * Stores a file under a key that nothing is stored under yet: Object Lock protects versions, not keys.
 * @returns undefined when the key is taken; `version_id` is absent where the bucket has no versions, as locally.
 * @throws what S3 throws; `ConditionalRequestConflict` while another write of the key is under way.
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
    ...objectLock(retain_until, now, key.split("/", 1)[0] ?? ""),
  });
  try {
    const { VersionId } = await s3.send(command);
    return { version_id: VersionId };
  } catch (error) {
    if ((error as Error).name === "PreconditionFailed") return undefined;
    throw error;
  }
}
