import { ALL_DAYS, type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import { type Period, quarterOn } from "../../core/calendar/period.ts";
import { fingerprintOf } from "../../core/hash.ts";
import { listedPlace, readIndex } from "../../ledger/events/store-event-list.ts";
import { loadSums } from "../../ledger/sums/store-sums.ts";
import type { RunningSum } from "../../ledger/sums/sum.ts";
import { auditedQuarters, FIRST_DAY, isSumOf, partitionsIn } from "./audit.ts";

/** A quarter in which the account has events, sums, or both. */
type FoundQuarter = {
  readonly quarter: Period;
  readonly hasEvents: boolean;
  /** Hash of all sums of the quarter and of their numbers of writes. */
  readonly sums_sha256: string;
};

/**
 * Returns the quarters to audit. Sums are searched in every period of the range, not only in periods with events: an
 * audit must find sums without events.
 */
export async function findQuarters(
  account: string,
  now: Date,
  from = FIRST_DAY,
): Promise<FoundQuarter[]> {
  const ofEvents = await quartersWithEvents(account);
  const keys = new Set(ofEvents.map(({ key }) => key));
  const quarters = auditedQuarters(now.toISOString().slice(0, 10) as IsoDate, ofEvents, from);
  const kept = await loadPartitions(account, [...new Set(quarters.flatMap(partitionsIn))]);
  return quarters
    .map((quarter) => ({ quarter, sums: sumsOf(quarter, kept) }))
    .filter(({ quarter, sums }) => sums.length > 0 || keys.has(quarter.key))
    .map(({ quarter, sums }) => ({
      quarter,
      hasEvents: keys.has(quarter.key),
      sums_sha256: fingerprintOf(sums),
    }));
}

/** Finds the quarters with events, with one read per quarter: each read finds the next event. */
async function quartersWithEvents(account: string): Promise<Period[]> {
  const quarters: Period[] = [];
  for (let from = ALL_DAYS.from; ; ) {
    const { items } = await readIndex(account, { from, to: ALL_DAYS.to }, undefined, { limit: 1 });
    if (!items[0]) return quarters;
    const quarter = quarterOn(listedPlace(items[0]).supply_date);
    quarters.push(quarter);
    from = plusDays(quarter.lastDay, 1);
  }
}

/** The stored sums by partition. */
type StoredSums = ReadonlyMap<string, readonly RunningSum[]>;

const PARTITIONS_AT_ONCE = 24;

/** Reads all sums of these partitions. */
export async function loadPartitions(
  account: string,
  partitions: readonly string[],
): Promise<StoredSums> {
  const kept = new Map<string, readonly RunningSum[]>();
  for (let first = 0; first < partitions.length; first += PARTITIONS_AT_ONCE) {
    const some = partitions.slice(first, first + PARTITIONS_AT_ONCE);
    const sums = await Promise.all(some.map((partition) => loadSums(account, partition)));
    for (const [n, partition] of some.entries()) kept.set(partition, sums[n] ?? []);
  }
  return kept;
}

/** Returns the sums of a quarter in a form that can be hashed. */
export const sumsOf = (quarter: Period, kept: StoredSums): readonly unknown[] =>
  partitionsIn(quarter).flatMap((partition) =>
    (kept.get(partition) ?? [])
      .filter(({ key }) => isSumOf(quarter, partition, key))
      .map(({ key, amounts }) => [partition, key, Object.entries(amounts).map(String).sort()]),
  );
