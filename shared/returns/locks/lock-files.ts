import { schemeNamed } from "../../vat/schemes/schemes.ts";

/**
 * The files of a lock apart from its exports, named by the SHA-256 of its snapshot: the snapshot itself, stored before
 * the item; the seal, stored after the item is written; and the record of its filing.
 */
export const LOCK_FILE_KINDS = ["snapshot", "seal", "filing"] as const;
export type LockFileKind = (typeof LOCK_FILE_KINDS)[number];

type LockedContent = {
  readonly scheme_type: string;
  readonly period_key: string;
  readonly sha256: string;
};

/** Returns the object key of a file of the lock. */
export const lockFileKey = (account: string, lock: LockedContent, kind: LockFileKind): string =>
  `${account}/${schemeNamed(lock.scheme_type).slug}/${lock.period_key}/${lock.sha256}.${kind}.json`;

/** Returns the lock file that a key names; undefined for exports. */
export function lockFileAt(
  key: string,
): { readonly kind: LockFileKind; readonly sha256: string } | undefined {
  const [, sha256 = "", name] = /\/([0-9a-f]{64})\.([a-z]+)\.json$/.exec(key) ?? [];
  const kind = LOCK_FILE_KINDS.find((one) => one === name);
  return kind && { kind, sha256 };
}
