/** Where an account's chain of snapshots ends: the last one locked, and how many there are. */
export type ChainHead = {
  readonly count: number;
  readonly last_period: string;
  readonly last_sha256: string;
};

/** What the chain needs to know of a snapshot. */
export type Link = {
  readonly period_key: string;
  readonly sha256: string;
  readonly previous: { readonly period_key: string; readonly sha256: string } | null;
};

/** What a new snapshot is chained to; null for the first of an account. */
export const previousOf = (head: ChainHead | undefined): Link["previous"] =>
  head ? { period_key: head.last_period, sha256: head.last_sha256 } : null;

/** The head once `link` is locked on top of it. */
export const headAfter = (head: ChainHead | undefined, link: Link): ChainHead => ({
  count: (head?.count ?? 0) + 1,
  last_period: link.period_key,
  last_sha256: link.sha256,
});

/**
 * What is wrong with a chain, followed from its head backwards: a snapshot that was exchanged has
 * another hash than its successor recorded, one that was removed is missing.
 */
export function chainFaults(links: readonly Link[], head: ChainHead | undefined): string[] {
  const byPeriod = new Map(links.map((link) => [link.period_key, link]));
  const faults: string[] = [];
  const seen = new Set<string>();
  let by = "the head of the chain";
  for (let wanted = previousOf(head); wanted; ) {
    const { period_key, sha256 } = wanted;
    const link = byPeriod.get(period_key);
    faults.push(...linkFaults(link, { period_key, sha256, by, again: seen.has(period_key) }));
    if (!link || seen.has(period_key)) break;
    seen.add(period_key);
    by = period_key;
    wanted = link.previous;
  }
  const loose = links.filter((link) => !seen.has(link.period_key));
  for (const { period_key } of loose) faults.push(`${period_key}: the chain does not lead to it`);
  const count = head?.count ?? 0;
  if (count !== links.length) {
    faults.push(`the head of the chain counts ${count} locked quarters, there are ${links.length}`);
  }
  return faults;
}

function linkFaults(
  link: Link | undefined,
  {
    period_key,
    sha256,
    by,
    again,
  }: { period_key: string; sha256: string; by: string; again: boolean },
): string[] {
  if (!link) return [`${period_key}: the snapshot is missing, though ${by} refers to it`];
  if (again) return [`${by}: the snapshot refers to ${period_key}, which is locked after it`];
  if (link.sha256 === sha256) return [];
  return [`${period_key}: the snapshot has SHA-256 ${link.sha256}, ${by} records ${sha256}`];
}
