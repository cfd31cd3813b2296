import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { dayOf, periodNamed, plusDays } from "../../core/calendar/dates.ts";
import { DomainError } from "../../core/errors/errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import { queryAll, tableName } from "../../platform/dynamodb/client.ts";
import type { SpreadKey } from "../../platform/dynamodb/sharded-counter.ts";
import { SUM_ITEM } from "../../platform/table/items.ts";
import { type Key, sumKeyOf, sumsOfPartition, sumsUnder } from "../../platform/table/keys.ts";
import {
  CHANGE_MARKER_ITEM,
  changeMarkKey,
  markOf,
  marksOf,
} from "../../platform/table/periods.ts";
import type { CheckCode } from "../../vat/schemes/warnings.ts";
import {
  attributeOf,
  checkKey,
  type Delta,
  leftOutPartition,
  mergeShards,
  type RunningSum,
  sumIn,
  VERSION_ATTRIBUTE,
} from "./sum.ts";

/** Returns the update that adds a delta to its sum, in the shard of this key; `writes` counts the updates. */
export function sumUpdate(key: Key, delta: Delta) {
  const amounts = [...delta.amounts].filter(([, amount]) => amount !== 0);
  const names = amounts.map(([name], i) => [`#a${i}`, attributeOf(name)] as const);
  const values = amounts.map(([, amount], i) => [`:a${i}`, amount] as const);
  return {
    TableName: tableName(),
    Key: key,
    UpdateExpression: `SET #version = :version ADD #writes :one, ${amounts.map((_, i) => `#a${i} :a${i}`).join(", ")}`,
    ExpressionAttributeNames: {
      "#version": VERSION_ATTRIBUTE,
      "#writes": attributeOf("writes"),
      ...Object.fromEntries(names),
    },
    ExpressionAttributeValues: {
      ":version": SUM_ITEM.version,
      ":one": 1,
      ...Object.fromEntries(values),
    },
  };
}

/**
 * Reads all sums of a partition, strongly consistent: everything committed before the call is included. Costs about one
 * read unit per 45 shards, regardless of the number of events.
 */
export async function loadSums(ledger: LedgerId, partition: string): Promise<RunningSum[]> {
  const shards = await queryAll({ ...sumsOfPartition(ledger, partition), ConsistentRead: true });
  return mergeShards(shards.map(shardOf));
}

/** Reads all sums of a partition at half the price; the newest commits may be missing. */
export async function loadSumsSoon(ledger: LedgerId, partition: string): Promise<RunningSum[]> {
  const shards = await queryAll(sumsOfPartition(ledger, partition));
  return mergeShards(shards.map(shardOf));
}

/** Counts the events of a partition with an open check, at half the price; the newest commits may be missing. */
export async function loadCheckCount(
  ledger: LedgerId,
  partition: string,
  code: CheckCode,
): Promise<number> {
  const sums = await loadCheckSums(ledger, partition, `${checkKey(code)}#`);
  return sums.reduce((sum, { amounts }) => sum + Number(amounts.event_count), 0);
}

/** Reads the sums of the open checks of a partition alone, at half the price; the newest commits may be missing. */
export async function loadCheckSums(
  ledger: LedgerId,
  partition: string,
  prefix = checkKey(""),
): Promise<RunningSum[]> {
  return mergeShards((await queryAll(sumsUnder(ledger, partition, prefix))).map(shardOf));
}

/** Attributes that are not amounts: the key and the version. */
const NO_SUMS: ReadonlySet<string> = new Set(["pk", "sk", VERSION_ATTRIBUTE]);

function shardOf(item: Record<string, unknown>) {
  const amounts: Record<string, bigint> = {};
  for (const attribute of Object.keys(item)) {
    if (NO_SUMS.has(attribute)) continue;
    const name = sumIn(attribute);
    const amount = exact(item[attribute]);
    const other = amounts[name];
    amounts[name] = other === undefined ? amount : other + amount;
  }
  return { key: sumKeyOf(String(item["sk"])), amounts };
}

function exact(sum: unknown): bigint {
  if (typeof sum === "bigint" || typeof sum === "number") return BigInt(sum);
  throw new TypeError("a sum holds something that is not a number");
}

/** Clocks of two machines differ by less than a day. */
const MARGIN_DAYS = 1;

/**
 * True if changes of the partition's sums are counted by a marker. That applies to a period that has ended or is about
 * to end, and so may be locked. Writes to the running period have no extra cost.
 */
export function isMarked(partition: string, now: Date): boolean {
  const period = periodNamed(partition.slice(1));
  return period !== undefined && period.lastDay <= plusDays(dayOf(now), MARGIN_DAYS);
}

/** Returns the update that counts a change of the partition's sums; part of the transaction that changes them. */
export const changeMarkUpdate = (ledger: LedgerId, partition: string, spreadKey: SpreadKey) => ({
  TableName: tableName(),
  Key: spreadKey((shard) => changeMarkKey(ledger, partition, shard)),
  UpdateExpression: "SET schema_version = :version ADD changes :one",
  ExpressionAttributeValues: { ":version": CHANGE_MARKER_ITEM.version, ":one": 1 },
});

const Changes = z.object({ changes: z.int() });

/** Adds up the change markers among the markers of one partition. */
export const changesIn = (markers: readonly Record<string, unknown>[]): number =>
  markers
    .filter(({ sk }) => markOf(String(sk)).kind === "change")
    .reduce((sum, item) => sum + Changes.parse(item).changes, 0);

/** Counts the changes of a partition's sums since its period ended, read strongly consistent. */
async function loadChanges(ledger: LedgerId, partition: string): Promise<number> {
  return changesIn(await queryAll({ ...marksOf(ledger, `${partition}|`), ConsistentRead: true }));
}

/** Maximum number of reads. An ended period is rarely written to; the retries allow for a running import. */
const MOST_READS = 12;
const LONGEST_PAUSE_MS = 400;

/** All sums of a partition, what its returns leave out, and the number of their changes since the period ended. */
export type StableSums = {
  readonly sums: readonly RunningSum[];
  readonly left_out: readonly RunningSum[];
  readonly changes: number;
};

/**
 * Reads all sums of a return's partition and of what it leaves out at one point in time. A single strongly consistent read may see half of a transaction,
 * or read its pages at different times. Two consecutive reads that are equal, including the counts of changes and
 * writes, both show the moment between them.
 * @throws DomainError `not_ready` if writes continue.
 */
export async function loadStableSums(ledger: LedgerId, partition: string): Promise<StableSums> {
  let before = await readPartition(ledger, partition);
  for (let reads = 1; reads < MOST_READS; reads += 1) {
    const after = await readPartition(ledger, partition);
    if (isDeepStrictEqual(before, after)) return after;
    before = after;
    await pause(Math.random() * LONGEST_PAUSE_MS);
  }
  throw new DomainError("not_ready", `${partition} is being written to; lock it when that is done`);
}

async function readPartition(ledger: LedgerId, partition: string): Promise<StableSums> {
  const [sums, left_out] = await Promise.all([
    loadSums(ledger, partition),
    loadSums(ledger, leftOutPartition(partition)),
  ]);
  return { sums, left_out, changes: await loadChanges(ledger, partition) };
}
