import * as z from "zod";
import { textHash } from "../../core/hash.ts";
import type { LedgerId } from "../../core/ids.ts";
import { CHECKPOINTS, type JournalPartition } from "../journal/journal-file.ts";
import type { Replay } from "../journal/replay.ts";

export const EVIDENCE_METRIC = "EvidenceFaults";

/**
 * The files of one owner that a checkpoint covers: all that were stored until an instant. A later file is read on top of
 * the checkpoint; one that is added, removed or changed among the covered ones alters their number or sum.
 */
export type CoveredFiles = {
  readonly until: number;
  readonly count: number;
  /** The sum of the hashes of their names, modulo 2^52. */
  readonly sum: number;
};

/** A partition of an account's journal as its files leave it, so that a later check reads later files only. */
export type Checkpoint = {
  readonly replay: Replay;
  readonly covered: Map<string, CoveredFiles>;
};

const MODULUS = 2 ** 52;

export const coveredWith = (
  { count, sum }: Pick<CoveredFiles, "count" | "sum">,
  keys: readonly string[],
  until: number,
): CoveredFiles => ({
  until,
  count: count + keys.length,
  sum: keys.reduce((total, key) => (total + (textHash(key) % MODULUS)) % MODULUS, sum),
});

export const NOTHING_COVERED: CoveredFiles = { until: 0, count: 0, sum: 0 };

/**
 * Yields the lines of a checkpoint: one for each item, after one for all else. Changes before the last one of an item are
 * left out, because no later file repeats them.
 */
export function* checkpointLines({ replay, covered }: Checkpoint): Generator<string> {
  const { items, ...others } = replay;
  const head = { replay: { ...others, references: new Set(), faults: [] }, covered };
  yield JSON.stringify(head, tagged);
  for (const [id, { stream, seq, now, line, file }] of items) {
    yield JSON.stringify([id, { stream, seq, now, line, file }], tagged);
  }
}

const tagged = (_: string, value: unknown): unknown => {
  if (value instanceof Map) return { $map: [...value] };
  if (value instanceof Set) return { $set: [...value] };
  return typeof value === "bigint" ? { $int: String(value) } : value;
};

const Tag = z.union([
  z.strictObject({ $map: z.array(z.tuple([z.unknown(), z.unknown()])) }),
  z.strictObject({ $set: z.array(z.unknown()) }),
  z.strictObject({ $int: z.string() }),
]);

const untagged = (_: string, value: unknown): unknown => {
  if (
    typeof value !== "object" ||
    value === null ||
    !(MARK in value || SET in value || INT in value)
  )
    return value;
  const tag = Tag.parse(value);
  if (MARK in tag) return new Map(tag.$map);
  return SET in tag ? new Set(tag.$set) : BigInt(tag.$int);
};

const MARK = "$map";
const SET = "$set";
const INT = "$int";

/** Parses the lines of a checkpoint, whose hash is that of its name. */
export async function checkpointIn(lines: AsyncIterable<string>): Promise<Checkpoint> {
  const items: Replay["items"] = new Map();
  let head: Checkpoint | undefined;
  for await (const line of lines) {
    if (head) items.set(...(JSON.parse(line, untagged) as Parameters<typeof items.set>));
    else head = JSON.parse(line, untagged);
  }
  if (!head) throw new RangeError("a checkpoint has a line at least");
  return { ...head, replay: { ...head.replay, items } };
}

type CheckpointName = JournalPartition & {
  readonly key: string;
  /** The instant until which stored files are covered, as digits. */
  readonly until: string;
  readonly items: number;
  readonly sha256: string;
};

export const checkpointKey = (
  ledger: LedgerId,
  until: number,
  { number, of, items, sha256 }: Pick<CheckpointName, "number" | "of" | "items" | "sha256">,
): string =>
  `${CHECKPOINTS}/${ledger}/${digitsOf(until)}/${number}-${of}-${items}-${sha256}.json.gz`;

const digitsOf = (until: number): string => new Date(until).toISOString().replaceAll(/\D/g, "");

const KEY_FORM = /^[^/]+\/[^/]+\/(\d{17})\/(\d+)-(\d+)-(\d+)-([0-9a-f]{64})\.json\.gz$/;

/** Parses the key of a checkpoint; undefined for any other key. */
export function checkpointNamed(key: string): CheckpointName | undefined {
  const [, until = "", number, of, items, sha256 = ""] = KEY_FORM.exec(key) ?? [];
  if (!sha256) return undefined;
  return { key, until, number: Number(number), of: Number(of), items: Number(items), sha256 };
}

/** Days for which a checkpoint cannot be deleted: three later ones exist by then. */
export const CHECKPOINT_DAYS = 100;

/** True while a checkpoint is surely locked; it counts for so long. */
export const isLocked = (key: string, now: Date): boolean =>
  (checkpointNamed(key)?.until ?? "") > digitsOf(now.getTime() - CHECKPOINT_DAYS * 86_400_000);

/**
 * Returns the checkpoints that a partition can begin with, the newest first. A journal that has grown is divided into
 * twice as many partitions, of which each lies in one of the former ones.
 */
export const usableFor = (
  { number, of }: JournalPartition,
  names: readonly CheckpointName[],
): CheckpointName[] =>
  names
    .filter((part) => of % part.of === 0 && (number - 1) % part.of === part.number - 1)
    .sort((a, b) => (a.until < b.until ? 1 : -1));

/** Returns the number of partitions of a journal: twice as many as so far when one of them has grown beyond `most` items. */
export function partitionCount(names: readonly CheckpointName[], most: number): number {
  const of = Math.max(1, ...names.map((part) => part.of));
  return names.some((part) => part.of === of && part.items > most) ? of * 2 : of;
}

/** True if the last checkpoint covers files up to an earlier month than the next one would. */
export const isCheckpointDue = (before: number, until: number): boolean =>
  monthOf(before) < monthOf(until);

const monthOf = (instant: number): string => new Date(instant).toISOString().slice(0, 7);

/** The number of weeks in which everything that has not changed is read once. */
export const SLICES = 13;

/** Returns the slice that is read in the week of an instant. */
export const sliceOf = (now: Date): number => Math.floor(now.getTime() / (7 * 86_400_000)) % SLICES;

export const isInSlice = (slice: number, text: string): boolean =>
  textHash(text) % SLICES === slice;
