import { GetObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { type Period, periodNamed } from "../../core/calendar/period.ts";
import { sha256Of } from "../../core/hash.ts";
import { bucketName, s3 } from "../../platform/s3/client.ts";
import { storeFirst, storeOnce } from "../../platform/s3/write-once.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { Artifact } from "../documents/artifacts.ts";
import { type LockFileKind, lockFileKey } from "./lock-files.ts";
import { exportId, Filing, type LockedExport, type LockedPeriod } from "./locked-period.ts";

/** A lock as it is being stored, or stands. */
type Locked = Omit<LockedPeriod, "filed">;

const fileOf = (account: string, lock: Locked, kind: LockFileKind, content: unknown) => ({
  key: lockFileKey(account, lock, kind),
  body: `${JSON.stringify(content, null, 2)}\n`,
  content_type: "application/json",
  // The key of a stored lock is one of the calendar.
  period: periodNamed(lock.period_key) as Period,
});

/** Stores the snapshot as a file that nobody can change, before the table has it. */
export const storeSnapshot = (account: string, lock: Locked, now: Date) =>
  storeOnce(fileOf(account, lock, "snapshot", lock), now);

/**
 * Stores that the snapshot has become a lock. From then on a table without it is a fault; its snapshot file
 * alone could be of an attempt that came to nothing.
 */
export const sealLock = (account: string, { filed, ...lock }: LockedPeriod, now: Date) =>
  storeOnce(fileOf(account, lock, "seal", { sha256: lock.sha256, locked_at: lock.locked_at }), now);

/** Stores the record of a filing, unless there is one: whichever was first is the answer. */
export async function storeFiling(
  account: string,
  { filed, ...lock }: LockedPeriod,
  filing: Filing,
  now: Date,
): Promise<Filing> {
  const { text } = await storeFirst(fileOf(account, lock, "filing", filing), now);
  return Filing.parse(JSON.parse(text));
}

/** Whose files they are. */
type ArtifactPlace = {
  readonly account: string;
  readonly scheme: Scheme;
  readonly period: Period;
};

/**
 * Stores the files of a period before anything refers to them. Keys are made of the content: a
 * request that is repeated, or one that loses a race, changes no file that another one refers to.
 */
export const storeArtifacts = (
  place: ArtifactPlace,
  artifacts: readonly Artifact[],
  now: Date,
): Promise<LockedExport[]> =>
  Promise.all(artifacts.map((artifact) => storeArtifact(place, artifact, now)));

async function storeArtifact(
  { account, scheme, period }: ArtifactPlace,
  { kind, format, file_name, content_type, body }: Artifact,
  now: Date,
): Promise<LockedExport> {
  const named = sha256Of(body);
  const key = `${account}/${scheme.slug}/${period.key}/${named}.${format}`;
  const stored = await storeOnce({ key, body, content_type, period }, now);
  const { sha256, size_bytes, version_id } = stored;
  const id = exportId(scheme, period, { kind, format }, sha256);
  const created_at = now.toISOString();
  const version = version_id === undefined ? {} : { version_id };
  const place = { key, ...version };
  return { id, kind, format, file_name, content_type, size_bytes, sha256, ...place, created_at };
}

/** Long enough to follow a redirect, too short to be passed around. */
const LINK_SECONDS = 300;

/** A stored file. */
type Linked = {
  readonly key: string;
  readonly version_id?: string | undefined;
  readonly file_name: string;
  readonly content_type: string;
};

/** A URL that gives this one file to whoever has it, under its name, for five minutes from `now`. */
export const artifactLink = (
  { key, version_id, file_name, content_type }: Linked,
  now: Date,
): Promise<string> =>
  getSignedUrl(
    s3,
    new GetObjectCommand({
      Bucket: bucketName(),
      Key: key,
      // The version that was locked, whatever has been stored under its key since.
      ...(version_id === undefined ? {} : { VersionId: version_id }),
      ResponseContentDisposition: `attachment; filename="${file_name}"`,
      ResponseContentType: content_type,
    }),
    { expiresIn: LINK_SECONDS, signingDate: now },
  );
