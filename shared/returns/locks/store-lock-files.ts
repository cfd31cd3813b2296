import { GetObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { type Period, periodNamed } from "../../core/calendar/dates.ts";
import { sha256Of } from "../../core/hash.ts";
import type { LedgerId } from "../../core/ids.ts";
import { bucketName, s3 } from "../../platform/s3/client.ts";
import { storeFirst, storeOnce } from "../../platform/s3/write-once.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { Artifact } from "../documents/artifacts.ts";
import { exportId, Filing, type LockedExport, type LockedPeriod } from "./locked-period.ts";
import { type LockFileKind, lockFileKey } from "./snapshot.ts";

/** A lock that is being stored, or was stored. */
type NewSnapshot = Omit<LockedPeriod, "filed">;

const fileOf = (ledger: LedgerId, lock: NewSnapshot, kind: LockFileKind, content: unknown) => ({
  key: lockFileKey(ledger, lock, kind),
  body: `${JSON.stringify(content, null, 2)}\n`,
  content_type: "application/json",
  // The key of a stored lock is always a valid period.
  period: periodNamed(lock.period_key) as Period,
});

/** Stores the snapshot as an immutable file before it is written to the table. */
export const storeSnapshot = (ledger: LedgerId, lock: NewSnapshot, now: Date) =>
  storeOnce(fileOf(ledger, lock, "snapshot", lock), now);

/**
 * Stores the seal, which says that the snapshot has become a lock. From then on, a table without the lock is a fault. A
 * snapshot file alone may come from a failed attempt.
 */
export const sealLock = (ledger: LedgerId, { filed, ...lock }: LockedPeriod, now: Date) =>
  storeOnce(fileOf(ledger, lock, "seal", { sha256: lock.sha256, locked_at: lock.locked_at }), now);

/** Stores the record of a filing, unless there is one; returns the first record. */
export async function storeFiling(
  ledger: LedgerId,
  { filed, ...lock }: LockedPeriod,
  filing: Filing,
  now: Date,
): Promise<Filing> {
  const { text } = await storeFirst(fileOf(ledger, lock, "filing", filing), now);
  return Filing.parse(JSON.parse(text));
}

type ArtifactPlace = {
  readonly ledger: LedgerId;
  readonly scheme: Scheme;
  readonly period: Period;
};

/**
 * Stores the files of a period before anything refers to them. Object keys are derived from the content. A repeated
 * request, or one that loses a race, changes no file that another request refers to.
 */
export const storeArtifacts = (
  place: ArtifactPlace,
  artifacts: readonly Artifact[],
  now: Date,
): Promise<LockedExport[]> =>
  Promise.all(artifacts.map((artifact) => storeArtifact(place, artifact, now)));

async function storeArtifact(
  { ledger, scheme, period }: ArtifactPlace,
  { kind, format, file_name, content_type, body }: Artifact,
  now: Date,
): Promise<LockedExport> {
  const named = sha256Of(body);
  const key = `${ledger}/${scheme.slug}/${period.key}/${named}.${format}`;
  const stored = await storeOnce({ key, body, content_type, period }, now);
  const { sha256, size_bytes, version_id } = stored;
  const id = exportId(scheme, period, { kind, format }, sha256);
  const created_at = now.toISOString();
  const version = version_id === undefined ? {} : { version_id };
  const place = { key, ...version };
  return { id, kind, format, file_name, content_type, size_bytes, sha256, ...place, created_at };
}

/** Lifetime of a link, in seconds: long enough to follow a redirect, too short to be passed around. */
const LINK_SECONDS = 300;

/** A stored file that a link refers to. */
type Linked = {
  readonly key: string;
  readonly version_id?: string | undefined;
  readonly file_name: string;
  readonly content_type: string;
};

/** Returns a URL that downloads one file under its name, valid for five minutes from `now`. */
export const artifactLink = (
  { key, version_id, file_name, content_type }: Linked,
  now: Date,
): Promise<string> =>
  getSignedUrl(
    s3,
    new GetObjectCommand({
      Bucket: bucketName(),
      Key: key,
      // The locked version, even if another one was stored under the same key since.
      ...(version_id === undefined ? {} : { VersionId: version_id }),
      ResponseContentDisposition: `attachment; filename="${file_name}"`,
      ResponseContentType: content_type,
    }),
    { expiresIn: LINK_SECONDS, signingDate: now },
  );
