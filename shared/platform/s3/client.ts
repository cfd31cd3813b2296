import {
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { CALL_TIMEOUTS } from "../calls.ts";

const isLocal = Boolean(process.env["AWS_ENDPOINT_URL_S3"] || process.env["AWS_ENDPOINT_URL"]);

/**
 * The settings of every S3 client. The SDK itself reads AWS_ENDPOINT_URL_S3 and AWS_ENDPOINT_URL. A local server has no
 * host name per bucket, so its URLs carry the bucket in the path.
 */
export const S3_SETTINGS = {
  maxAttempts: 5,
  forcePathStyle: isLocal,
  // Presigned links must not require a checksum, because their users may not support one.
  responseChecksumValidation: "WHEN_REQUIRED",
} as const;

export const s3 = clientOfRequests();

function clientOfRequests(): S3Client {
  const client = new S3Client({ ...S3_SETTINGS, requestHandler: CALL_TIMEOUTS });
  // The SDK signs a bucket URL with a trailing slash; the local server signs it without one.
  const withoutSlash = (request: { path: string }): void => {
    request.path = request.path.replace(/(?<=.)\/$/, "");
  };
  if (isLocal) {
    client.middlewareStack.add(
      (next) => (args) => {
        withoutSlash((args as { request: { path: string } }).request);
        return next(args);
      },
      { step: "build", name: "bucketWithoutSlash" },
    );
  }
  return client;
}

const nothing = () => undefined;

/** A silent logger. Errors are thrown; otherwise the SDK also prints that it cannot retry a stream. */
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** The S3 client for files of up to 200 MB, which take longer than a request may wait. */
export const s3ForLargeFiles = new S3Client({
  ...S3_SETTINGS,
  logger: SILENT,
  requestHandler: { ...CALL_TIMEOUTS, requestTimeout: 120_000 },
});

/** Returns the bucket of the files of locked periods and of records. */
export const bucketName = (): string => {
  const name = process.env["BUCKET_NAME"];
  if (!name) throw new Error("BUCKET_NAME is not set");
  return name;
};

export const journalBucketName = (): string => {
  const name = process.env["JOURNAL_BUCKET_NAME"];
  if (!name) throw new Error("JOURNAL_BUCKET_NAME is not set");
  return name;
};

/**
 * True if S3 reports that the object does not exist. S3 returns 403 instead of 404 to callers that may not list the
 * bucket, and no function may.
 */
export function isMissing(error: unknown): boolean {
  const status = error instanceof S3ServiceException && error.$metadata.httpStatusCode;
  return status === 404 || status === 403;
}

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
    for (const version of page.sort((a, b) => (a.key < b.key ? -1 : 1))) {
      if (last && last.key !== version.key) yield last;
      last = last?.key === version.key ? joined(last, version) : version;
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
