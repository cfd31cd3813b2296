import { ListObjectsV2Command, ListObjectVersionsCommand } from "@aws-sdk/client-s3";
import { s3 } from "./client.ts";

/** The key of a file, with its number of versions and delete markers. */
type VersionedKey = { readonly key: string; readonly versions: number };

/** Lists the files under a prefix. For operators with their own AWS profile: no function may list a bucket. */
export async function filesUnder(bucket: string, prefix: string): Promise<VersionedKey[]> {
  const keys = await versionsOf(bucket, prefix);
  return [...Map.groupBy(keys, (key) => key)].map(([key, all]) => ({ key, versions: all.length }));
}

/** The error names of servers that do not support versions. */
const WITHOUT_VERSIONS = new Set(["NotImplemented", "MethodNotAllowed"]);

async function versionsOf(bucket: string, prefix: string): Promise<string[]> {
  try {
    return await listVersions(bucket, prefix);
  } catch (error) {
    // The local S3 server has no versions, so each key counts as one version.
    if (!WITHOUT_VERSIONS.has((error as Error).name)) throw error;
    return listKeys(bucket, prefix);
  }
}

/** Returns one key for each version and each delete marker. */
async function listVersions(Bucket: string, Prefix: string): Promise<string[]> {
  const keys: (string | undefined)[] = [];
  let after: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined;
  do {
    const page = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix, ...after }));
    keys.push(...[...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].map(({ Key }) => Key));
    const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page;
    after = page.IsTruncated ? { KeyMarker, VersionIdMarker } : undefined;
  } while (after);
  return keys.filter((key) => key !== undefined);
}

async function listKeys(Bucket: string, Prefix: string): Promise<string[]> {
  const keys: (string | undefined)[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }));
    keys.push(...(page.Contents ?? []).map(({ Key }) => Key));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  return keys.filter((key) => key !== undefined);
}
