import type { Period } from "../../core/calendar/period.ts";
import { sha256Of } from "../../core/hash.ts";
import { storeOnce } from "../../platform/s3/write-once.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { Artifact } from "../documents/artifacts.ts";
import { exportId } from "./export-id.ts";
import type { LockedExport } from "./locked-period.ts";

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
