import { createHash } from "node:crypto";
import { GetObjectCommand, NoSuchKey, PutObjectCommand } from "@aws-sdk/client-s3";
import type { Period } from "../calendar/period.ts";
import type { Artifact } from "../exports/artifacts.ts";
import { exportId } from "../locks/export-id.ts";
import type { LockedExport } from "../locks/locked-period.ts";
import { retainUntil } from "../locks/retention.ts";
import type { Scheme } from "../schemes/scheme.ts";
import { objectLock } from "./object-lock.ts";
import { bucketName, s3 } from "./object-store.ts";

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
  const bytes = typeof body === "string" ? Buffer.from(body, "utf8") : body;
  const sha256 = sha256Of(bytes);
  const key = `${account}/${scheme.slug}/${period.key}/${sha256}.${format}`;
  await s3.send(
    new PutObjectCommand({
      Bucket: bucketName(),
      Key: key,
      Body: bytes,
      ContentType: content_type,
      ChecksumSHA256: Buffer.from(sha256, "hex").toString("base64"),
      ...objectLock(retainUntil(period, now), now),
    }),
  );
  const id = exportId(scheme, period, { kind, format }, sha256);
  const created_at = now.toISOString();
  const size_bytes = bytes.length;
  return { id, kind, format, file_name, content_type, size_bytes, sha256, key, created_at };
}

/** A stored file as it is now; undefined when there is none. */
export async function readArtifact(
  key: string,
): Promise<{ readonly size_bytes: number; readonly sha256: string } | undefined> {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucketName(), Key: key }));
    const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
    return { size_bytes: bytes.length, sha256: sha256Of(bytes) };
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
