import { ListObjectsV2Command, ListObjectVersionsCommand } from "@aws-sdk/client-s3";
import { s3 } from "./client.ts";

/** The key of a file, with its number of versions and delete markers. */
type VersionedKey = { readonly key: string; readonly versions: number };

/**
 * Yields the files under a prefix in the order of their keys, page by page, so that memory does not grow with their
 * number. For operators with their own AWS profile: no function may list a bucket.
 */
export async function* filesInOrder(bucket: string, prefix: string): AsyncGenerator<VersionedKey> {
  let last: VersionedKey | undefined;
  for await (const keys of versionsOf(bucket, prefix)) {
    for (const key of keys.sort()) {
      if (last && last.key !== key) yield last;
      last = { key, versions: last?.key === key ? last.versions + 1 : 1 };
    }
  }
  if (last) yield last;
}

/** Lists the files under a prefix. Holds all keys in memory, and does not depend on their order. */
export async function filesUnder(bucket: string, prefix: string): Promise<VersionedKey[]> {
  const keys = (await Array.fromAsync(versionsOf(bucket, prefix))).flat();
  return [...Map.groupBy(keys, (key) => key)].map(([key, all]) => ({ key, versions: all.length }));
}

/** The error names of servers that do not support versions. */
const WITHOUT_VERSIONS = new Set(["NotImplemented", "MethodNotAllowed"]);

async function* versionsOf(bucket: string, prefix: string): AsyncGenerator<string[]> {
  try {
    yield* listVersions(bucket, prefix);
  } catch (error) {
    // The local S3 server has no versions, so each key counts as one version. It says so at the first page.
    if (!WITHOUT_VERSIONS.has((error as Error).name)) throw error;
    yield* listKeys(bucket, prefix);
  }
}

/** Yields one key for each version and each delete marker. */
async function* listVersions(Bucket: string, Prefix: string): AsyncGenerator<string[]> {
  let after: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined;
  do {
    const page = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix, ...after }));
    yield [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].flatMap(({ Key = [] }) => Key);
    const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page;
    after = page.IsTruncated ? { KeyMarker, VersionIdMarker } : undefined;
  } while (after);
}

async function* listKeys(Bucket: string, Prefix: string): AsyncGenerator<string[]> {
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }));
    yield (page.Contents ?? []).flatMap(({ Key = [] }) => Key);
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
}
