import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGunzip, createGzip } from "node:zlib";
import * as z from "zod";
import { dayOf, plusDays } from "../../core/calendar/dates.ts";
import { sha256Of } from "../../core/hash.ts";
import type { LedgerId } from "../../core/ids.ts";
import {
  loadVersioned,
  updateVersioned,
  type VersionedItem,
} from "../../platform/dynamodb/versioned-item.ts";
import { filesInOrder, journalBucketName, s3 } from "../../platform/s3/client.ts";
import { putNew, readBytes } from "../../platform/s3/write-once.ts";
import { EVIDENCE_ROUND_ITEM } from "../../platform/table/audit-items.ts";
import { evidenceRoundKey } from "../../platform/table/keys.ts";
import { CHECKPOINTS, type JournalPartition } from "../journal/journal-file.ts";
import {
  CHECKPOINT_DAYS,
  type Checkpoint,
  checkpointIn,
  checkpointKey,
  checkpointLines,
  checkpointNamed,
  isLocked,
  partitionCount,
  usableFor,
} from "./checkpoint.ts";

/** Stores a checkpoint under Object Lock. Its name has its hash. */
export async function storeCheckpoint(
  ledger: LedgerId,
  partition: JournalPartition,
  until: number,
  { Body, items, sha256 }: StoredText,
  now: Date,
): Promise<void> {
  const key = checkpointKey(ledger, until, { ...partition, items, sha256 });
  const file = { bucket: journalBucketName(), key, Body, size_bytes: Body.length, sha256 };
  const retain_until = plusDays(dayOf(now), CHECKPOINT_DAYS);
  await putNew(s3, { ...file, content_type: "application/gzip", retain_until }, now);
}

type StoredText = { readonly Body: Buffer; readonly items: number; readonly sha256: string };

/** Returns the bytes of a checkpoint as they are stored. They are never one text, which would be too long. */
export async function checkpointBytes(checkpoint: Checkpoint): Promise<StoredText> {
  const Body = await buffer(Readable.from(endedLines(checkpoint)).pipe(createGzip()));
  return { Body, items: checkpoint.replay.items.size, sha256: sha256Of(Body) };
}

function* endedLines(checkpoint: Checkpoint): Generator<string> {
  for (const line of checkpointLines(checkpoint)) yield `${line}\n`;
}

/**
 * Reads the newest checkpoint of a partition, and reports those that are not as they were stored. One of them does not
 * count: an earlier checkpoint, or the whole journal, takes its place.
 */
export async function loadCheckpoint(
  ledger: LedgerId,
  partition: JournalPartition,
  now: Date,
): Promise<{ readonly faults: string[]; readonly checkpoint?: Checkpoint }> {
  const files = (await listCheckpoints(ledger)).filter(({ key }) => isLocked(key, now));
  const faults = files
    .filter(({ versions }) => versions > 1)
    .map(({ key, versions }) => `${key}: stored ${versions} times, or deleted`);
  const names = files.flatMap(({ key }) => checkpointNamed(key) ?? []);
  for (const { key, sha256 } of usableFor(partition, names)) {
    const file = await readBytes(key, undefined, journalBucketName());
    if (file?.sha256 === sha256) {
      const input = Readable.from([file.bytes]).pipe(createGunzip());
      return { faults, checkpoint: await checkpointIn(createInterface({ input })) };
    }
    faults.push(`${key}: its content is not what its name says`);
  }
  return { faults };
}

const listCheckpoints = (ledger: LedgerId) =>
  Array.fromAsync(filesInOrder(journalBucketName(), `${CHECKPOINTS}/${ledger}/`));

/** Returns the number of partitions into which an account's journal is divided. */
export async function partitionsSoFar(ledger: LedgerId, most: number): Promise<number> {
  const files = await listCheckpoints(ledger);
  return partitionCount(
    files.flatMap(({ key }) => checkpointNamed(key) ?? []),
    most,
  );
}

/** A round of the weekly check over all accounts, in the order of their names. */
export const EvidenceCheckRun = z.object({
  version: z.int(),
  /** Absent before the first round. */
  started_at: z.iso.datetime().optional(),
  /** Set when the round has come to its end. */
  ended_at: z.iso.datetime().optional(),
  /** The account whose check is under way; all before it are done. */
  account: z.string().brand("LedgerId").optional(),
  /** The step of the account: 0 for its locks, then one for each partition of its journal. */
  steps: z.int(),
  attempts: z.int(),
  /** Number of partitions of the account's journal. */
  of: z.int(),
});
export type EvidenceCheckRun = z.output<typeof EvidenceCheckRun>;

const ITEM: VersionedItem<EvidenceCheckRun, undefined> = {
  key: () => evidenceRoundKey,
  schema: EvidenceCheckRun,
  empty: { version: 0, steps: 0, attempts: 0, of: 1 },
  definition: EVIDENCE_ROUND_ITEM,
  name: "the round of checks",
};

export const loadRound = (): Promise<EvidenceCheckRun> => loadVersioned(ITEM, undefined);

/**
 * Stores how far a round has come.
 * @returns the stored round; undefined if another run has gone on meanwhile
 */
export async function saveRound(
  seen: EvidenceCheckRun,
  next: Omit<EvidenceCheckRun, "version">,
): Promise<EvidenceCheckRun | undefined> {
  const wanted = { ...next, version: seen.version + 1 };
  let isOurs = false;
  const saved = await updateVersioned(ITEM, undefined, (found) => {
    isOurs = found.version === seen.version;
    return isOurs ? wanted : found;
  });
  return isOurs ? saved : undefined;
}
