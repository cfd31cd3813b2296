import { ListObjectsV2Command, ListObjectVersionsCommand } from "@aws-sdk/client-s3";
import { s3 } from "./client.ts";

/** The key of a file, with its number of versions and delete markers, and the instant of the last one. */
type VersionedKey = {
  readonly key: string;
  readonly versions: number;
  /** Epoch milliseconds. */
  readonly stored_at: number;
};

/**
 * Yields the files under a prefix in the order of their keys, page by page, so that memory does not grow with their
 * number. For operators with their own AWS profile, and for the check of evidence: no other function may list a bucket.
 */
export async function* filesInOrder(bucket: string, prefix: string): AsyncGenerator<VersionedKey> {
  let last: VersionedKey | undefined;
  for await (const page of versionsOf(bucket, prefix)) {
    for (const one of page.sort((a, b) => (a.key < b.key ? -1 : 1))) {
      if (last && last.key !== one.key) yield last;
      last = last?.key === one.key ? joined(last, one) : one;
    }
  }
  if (last) yield last;
}

/** Lists the files under a prefix. Holds all keys in memory, and does not depend on their order. */
export async function filesUnder(bucket: string, prefix: string): Promise<VersionedKey[]> {
  const all = (await Array.fromAsync(versionsOf(bucket, prefix))).flat();
  return [...Map.groupBy(all, ({ key }) => key).values()].map((some) => some.reduce(joined));
}

const joined = (one: VersionedKey, other: VersionedKey): VersionedKey => ({
  key: one.key,
  versions: one.versions + other.versions,
  stored_at: Math.max(one.stored_at, other.stored_at),
});

const listed = ({
  Key,
  LastModified,
}: {
  readonly Key?: string | undefined;
  readonly LastModified?: Date | undefined;
}): VersionedKey[] =>
  Key === undefined ? [] : [{ key: Key, versions: 1, stored_at: LastModified?.getTime() ?? 0 }];

/** The error names of servers that do not support versions. */
const WITHOUT_VERSIONS = new Set(["NotImplemented", "MethodNotAllowed"]);

async function* versionsOf(bucket: string, prefix: string): AsyncGenerator<VersionedKey[]> {
  try {
    yield* listVersions(bucket, prefix);
  } catch (error) {
    // The local S3 server has no versions, so each key counts as one version. It says so at the first page.
    if (!WITHOUT_VERSIONS.has((error as Error).name)) throw error;
    yield* listKeys(bucket, prefix);
  }
}

/** Yields one entry for each version and each delete marker. */
async function* listVersions(Bucket: string, Prefix: string): AsyncGenerator<VersionedKey[]> {
  let after: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined;
  do {
    const page = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix, ...after }));
    yield [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].flatMap(listed);
    const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page;
    after = page.IsTruncated ? { KeyMarker, VersionIdMarker } : undefined;
  } while (after);
}

async function* listKeys(Bucket: string, Prefix: string): AsyncGenerator<VersionedKey[]> {
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }));
    yield (page.Contents ?? []).flatMap(listed);
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
}
