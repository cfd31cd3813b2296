import type { SchemeType } from "../../vat/seller/registration.ts";

/** A reference to a snapshot. */
type Reference = {
  readonly scheme_type: SchemeType;
  readonly period_key: string;
  readonly registration_id: number;
  readonly sha256: string;
};

/** The end of an account's chain of snapshots: the last snapshot, and the number of all snapshots. */
export type ChainHead = { readonly count: number; readonly last: Reference };

/** The fields of a snapshot that the chain needs. */
export type ChainLink = Reference & { readonly previous: Reference | null };

/** Returns the snapshot that a new one is chained to; null for the first of an account. */
export const previousOf = (head: ChainHead | undefined): Reference | null => head?.last ?? null;

/** Returns the head after `link` is locked. */
export const headAfter = (
  head: ChainHead | undefined,
  { scheme_type, period_key, registration_id, sha256 }: ChainLink,
): ChainHead => ({
  count: (head?.count ?? 0) + 1,
  last: { scheme_type, period_key, registration_id, sha256 },
});

/** Returns the readable name of a snapshot: `union_oss 2026-Q1 of registration 1`. */
export const nameOfLock = ({
  scheme_type,
  period_key,
  registration_id,
}: Omit<Reference, "sha256">): string =>
  `${scheme_type} ${period_key} of registration ${registration_id}`;

/**
 * Returns the faults of a chain, followed from its head backwards. A replaced snapshot has another hash than its
 * successor recorded; a removed one is missing.
 */
export function chainFaults(links: readonly ChainLink[], head: ChainHead | undefined): string[] {
  const byName = new Map(links.map((link) => [nameOfLock(link), link]));
  const faults: string[] = [];
  const seen = new Set<string>();
  let by = "the head of the chain";
  for (let wanted = previousOf(head); wanted; ) {
    const name = nameOfLock(wanted);
    const link = byName.get(name);
    faults.push(...linkFaults(link, { wanted, by, again: seen.has(name) }));
    if (!link || seen.has(name)) break;
    seen.add(name);
    by = name;
    wanted = link.previous;
  }
  const loose = links.map(nameOfLock).filter((name) => !seen.has(name));
  for (const name of loose) faults.push(`${name}: the chain does not lead to it`);
  const count = head?.count ?? 0;
  if (count !== links.length) {
    faults.push(`the head of the chain counts ${count} locked periods, there are ${links.length}`);
  }
  return faults;
}

function linkFaults(
  link: ChainLink | undefined,
  { wanted, by, again }: { wanted: Reference; by: string; again: boolean },
): string[] {
  const name = nameOfLock(wanted);
  if (!link) return [`${name}: the snapshot is missing, though ${by} refers to it`];
  if (again) return [`${by}: the snapshot refers to ${name}, which is locked after it`];
  if (link.sha256 === wanted.sha256) return [];
  return [`${name}: the snapshot has SHA-256 ${link.sha256}, ${by} records ${wanted.sha256}`];
}
