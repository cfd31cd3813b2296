import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { isMissing, s3, s3ForLargeFiles } from "../../platform/s3/client.ts";

/*
 * The bucket of the lake. Its files are neither locked nor versioned, so that an erased text is gone.
 *
 *   <table>/day=<day>/<name>.parquet   rows of the changes of a day
 *   erasures/<name>.json               events whose former text is still to be removed
 */
const lakeBucketName = (): string => {
  const name = process.env["LAKE_BUCKET_NAME"];
  if (!name) throw new Error("LAKE_BUCKET_NAME is not set");
  return name;
};

export async function putLakeFile(Key: string, Body: Uint8Array | string): Promise<void> {
  const bytes = Buffer.from(Body);
  const content = { Body: bytes, ContentLength: bytes.length };
  await s3ForLargeFiles.send(new PutObjectCommand({ Bucket: lakeBucketName(), Key, ...content }));
}

/** Reads a file; undefined if it is gone. */
export async function readLakeFile(Key: string): Promise<Uint8Array | undefined> {
  try {
    const { Body } = await s3ForLargeFiles.send(
      new GetObjectCommand({ Bucket: lakeBucketName(), Key }),
    );
    return await Body?.transformToByteArray();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export async function deleteLakeFile(Key: string): Promise<void> {
  await s3.send(new DeleteObjectCommand({ Bucket: lakeBucketName(), Key }));
}

export type LakeFile = { readonly key: string; readonly size_bytes: number };

/** Lists the files under a prefix after a key, in the order of their keys. */
export async function listLakeFiles(Prefix: string, StartAfter?: string): Promise<LakeFile[]> {
  const files: LakeFile[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.send(
      new ListObjectsV2Command({ Bucket: lakeBucketName(), Prefix, StartAfter, ContinuationToken }),
    );
    for (const { Key = "", Size = 0 } of page.Contents ?? []) {
      files.push({ key: Key, size_bytes: Size });
    }
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (ContinuationToken);
  return files;
}
