import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { S3_SETTINGS } from "../../platform/s3/client.ts";
import { importBucketName } from "./store-objects.ts";

/** Signs links. It computes no checksum itself: it would be that of an empty file. */
const signer = new S3Client({ ...S3_SETTINGS, requestChecksumCalculation: "WHEN_REQUIRED" });

/** How long an upload may begin. */
export const UPLOAD_LINK_SECONDS = 3_600;

type Upload = { readonly size_bytes: number; readonly sha256?: string | undefined };

/** A link that takes one file of exactly that length, and of that hash where it is given. */
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
      // As a header S3 holds the file against it.
      unhoistableHeaders: new Set([CHECKSUM]),
    },
  );
  return { url, headers: { ...headers, ...(checksum && { [CHECKSUM]: checksum }) } };
}

const CHECKSUM = "x-amz-checksum-sha256";

/** A link to an object that gives it under that name for five minutes. */
export const objectLink = (Key: string, file_name: string, now: Date): Promise<string> =>
  getSignedUrl(
    signer,
    new GetObjectCommand({
      Bucket: importBucketName(),
      Key,
      ResponseContentDisposition: `attachment; filename="${file_name}"`,
      ResponseContentType: "text/csv; charset=utf-8; header=present",
    }),
    { expiresIn: 300, signingDate: now },
  );
