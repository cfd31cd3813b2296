import { sha256Of, textHash } from "../../core/hash.ts";
import type { LedgerId } from "../../core/ids.ts";
import { logger } from "../../platform/telemetry/telemetry.ts";
import { isInPartition, type JournalPartition, NO_ACCOUNT } from "../journal/journal-file.ts";
import {
  CHANGED_CONTENT,
  contentsOf,
  type FileLines,
  listedKeys,
  presentIn,
  replayFile,
} from "../journal/load-journaled.ts";
import {
  compareTable,
  faultsOfReplay,
  hashOf,
  itemId,
  keyOfId,
  newReplay,
  type Replay,
  type TableItem,
} from "../journal/replay.ts";
import { itemsAt, journalFiles } from "../journal/store-journal-files.ts";
import { checkRights } from "../rights/check-rights.ts";
import {
  type Checkpoint,
  type CoveredFiles,
  coveredWith,
  isCheckpointDue,
  isInSlice,
  NOTHING_COVERED,
} from "./checkpoint.ts";
import { checkpointBytes, loadCheckpoint, storeCheckpoint } from "./store-checkpoints.ts";

/** The check of one partition of an account's journal. */
export type PartCheck = {
  readonly account: LedgerId;
  readonly partition: JournalPartition;
  /** The slice of what has not changed that is read this time. */
  readonly slice: number;
  /** The name of the table's current stream. */
  readonly stream: string;
  /** Waits until all current changes are in the journal. */
  readonly settle: () => Promise<unknown>;
  readonly now: Date;
  /** Age in milliseconds from which a file is covered by a checkpoint: no earlier file can still come. */
  readonly settledMs: number;
  /** Maximum number of changes and files that one step covers. */
  readonly most: number;
};

export type PartResult = {
  /** False if the next step goes on from the checkpoint of this one. */
  readonly isWhole: boolean;
  readonly faults: readonly string[];
  /** Number of items of the partition, and of files that were read on top of the checkpoint. */
  readonly items: number;
  readonly files: number;
};

/** A check under way: the replay, and what it has read on top of the checkpoint. */
type PartReading = Checkpoint & {
  readonly changed: Set<string>;
  /** Hashes of the names of files that no checkpoint covers. */
  readonly names: Set<number>;
  readonly faults: string[];
  files: number;
};

type File = { readonly key: string; readonly versions: number; readonly stored_at?: number };

/**
 * Checks a partition from its last checkpoint on: reads the files that came later, and compares what changed, and one
 * slice of the rest, with the table and with its files. Stores a checkpoint once a month, if nothing is wrong.
 */
export async function checkPart(check: PartCheck): Promise<PartResult> {
  const { account: ledger, partition, now } = check;
  const found = await loadCheckpoint(ledger, partition, now);
  const into: PartReading = {
    replay: replayFrom(found.checkpoint?.replay, partition),
    covered: new Map(found.checkpoint?.covered),
    changed: new Set(),
    names: new Set(),
    faults: [...found.faults],
    files: 0,
  };
  const before = into.covered.get(ledger) ?? NOTHING_COVERED;
  const isWhole = await readCovered(into, check);
  const covered = into.covered.get(ledger) ?? NOTHING_COVERED;
  const isDue = covered.count > 0 && isCheckpointDue(before.until, covered.until);
  const next = isDue || !isWhole ? await checkpointBytes(into) : undefined;
  if (isWhole) {
    await readLater(into, check);
    into.faults.push(...(await compared(into, check)), ...(await sliceFaults(into, check)));
    if (partition.number === 1) into.faults.push(...(await rightsOnce(check, into)));
  }
  const faults = [...into.faults, ...(isWhole ? faultsOfReplay(into.replay) : into.replay.faults)];
  if (next && (faults.length === 0 || !isWhole)) {
    await storeCheckpoint(ledger, partition, covered.until, next, now);
  }
  return { isWhole, faults, items: into.replay.items.size, files: into.files };
}

/** Checks the rights of the account, and those of its organisation with the first account of it. */
export async function rightsOnce(
  { account, settle }: Pick<PartCheck, "account" | "settle">,
  { replay }: Pick<PartReading, "replay"> = { replay: newReplay(false) },
): Promise<readonly string[]> {
  const keys = [...replay.authors.keys.keys()];
  const { faults, notes } = await checkRights({ account, keys, settle, organisationOnce: true });
  for (const note of notes) logger.info(note, { account_id: account });
  return faults;
}

/** Returns a replay that goes on from that of a checkpoint, which may be of a larger partition. */
function replayFrom(before: Replay | undefined, partition: JournalPartition): Replay {
  const fresh = newReplay(false, partition);
  if (!before) return fresh;
  const { authors, openings, settings, undone, changes } = before;
  const items = new Map(
    [...before.items].filter(([id]) => isInPartition(partition, keyOfId(id).pk)),
  );
  // All but events is of the first partition.
  const others = partition.number === 1 ? { authors, openings, settings } : {};
  return { ...fresh, ...others, items, undone, changes };
}

/** The owners of files with changes of a partition: those of no account and of organisations are of the first. */
const ownersOf = ({ replay: { authors, partition } }: PartReading, ledger: LedgerId): string[] =>
  partition.number === 1 ? [NO_ACCOUNT, ledger, ...authors.organisations] : [ledger];

/**
 * Reads the files that the next checkpoint covers. Owners that are met on the way are covered by the next one.
 * @returns false if some are left for the next step
 */
async function readCovered(into: PartReading, check: PartCheck): Promise<boolean> {
  const settled = check.now.getTime() - check.settledMs;
  let isWhole = true;
  for (const owner of ownersOf(into, check.account)) {
    const covered = into.covered.get(owner) ?? NOTHING_COVERED;
    const files = await Array.fromAsync(journalFiles(owner));
    const old = files.filter(({ stored_at = 0 }) => stored_at <= covered.until);
    const seen = coveredWith(NOTHING_COVERED, old.map(keyOf), covered.until);
    if (seen.count !== covered.count || seen.sum !== covered.sum) {
      into.faults.push(`${owner}: ${FILES_CHANGED}`);
    }
    const due = files.filter((listed) => isBetween(listed, covered.until, settled)).sort(byTime);
    const read = await readSome(into, due, check.most);
    const until = read.length < due.length ? (read.at(-1)?.stored_at ?? 0) : settled;
    isWhole &&= until === settled;
    into.covered.set(owner, coveredWith(seen, read.map(keyOf), until));
  }
  return isWhole;
}

const FILES_CHANGED =
  "files of the journal were added, removed or changed after a checkpoint covered them";

const isBetween = ({ stored_at = 0 }: File, from: number, to: number): boolean =>
  stored_at > from && stored_at <= to;

const byTime = (a: File, b: File): number =>
  (a.stored_at ?? 0) - (b.stored_at ?? 0) || (a.key < b.key ? -1 : 1);

/** Reads files in the order of their instants until there are `most`, and all of the last instant. */
async function readSome(into: PartReading, files: readonly File[], most: number): Promise<File[]> {
  const read: File[] = [];
  const end = into.replay.changes + most;
  for await (const [file, records] of contentsOf(into.replay, files)) {
    const isFull = read.length >= most || into.replay.changes >= end;
    if (isFull && file.stored_at !== read.at(-1)?.stored_at) break;
    take(into, file, records);
    read.push(file);
  }
  return read;
}

const keyOf = ({ key }: File): string => key;

/** Reads the files that came after those that the checkpoint covers, and were not read yet. */
async function readLater(into: PartReading, { account: ledger }: PartCheck): Promise<void> {
  for (const owner of ownersOf(into, ledger)) {
    for await (const [file, records] of contentsOf(into.replay, laterFiles(into, owner))) {
      take(into, file, records);
    }
  }
}

async function* laterFiles({ covered, names }: PartReading, owner: string): AsyncGenerator<File> {
  const { until }: CoveredFiles = covered.get(owner) ?? NOTHING_COVERED;
  for await (const file of journalFiles(owner)) {
    const name = textHash(file.key);
    if ((file.stored_at ?? 0) <= until || names.has(name)) continue;
    names.add(name);
    yield file;
  }
}

function take(into: PartReading, file: File, records: FileLines): void {
  into.files += 1;
  into.faults.push(...replayFile(into.replay, file, records));
  for (const { pk, sk } of records ?? []) {
    if (isInPartition(into.replay.partition, pk)) into.changed.add(itemId(pk, sk));
  }
}

/** Secrets are read by the functions alone that use them; `npm run verify-journal` compares them. */
const SECRET = /^(?:WEBHOOK|CONNECTION)_SECRETS#/;

/**
 * Compares the table with the journal: the items that changed since the checkpoint, those of the slice, and those of the
 * slice's lists that the journal does not know. What differs is compared again after the journal has caught up.
 */
async function compared(into: PartReading, check: PartCheck): Promise<string[]> {
  const { account: ledger, slice, stream, settle } = check;
  const ids = new Set(into.changed);
  for (const id of into.replay.items.keys()) if (isInSlice(slice, id)) ids.add(id);
  for await (const keys of listedKeys(ledger, into.replay, (list) => isInSlice(slice, list))) {
    for (const { pk, sk } of keys) {
      const id = itemId(pk, sk);
      if (!into.replay.items.has(id)) ids.add(id);
    }
  }
  const first = await differences(into.replay, ids, stream);
  if (first.length === 0) return [];
  await settle();
  await readLater(into, check);
  const again = await differences(into.replay, new Set(first.map(({ id }) => id)), stream);
  return again.map(({ what }) => what);
}

async function differences(replayed: Replay, all: ReadonlySet<string>, stream: string) {
  const ids = new Set([...all].filter((id) => !SECRET.test(id)));
  const items: TableItem[] = [];
  for await (const page of itemsAt([...ids].map(keyOfId))) items.push(...page.map(presentIn));
  return compareTable(replayed, items, stream, ids);
}

/** Reads the covered files of the slice again, and holds the states of the checkpoint against them. */
async function sliceFaults(into: PartReading, check: PartCheck): Promise<string[]> {
  const faults: string[] = [];
  for await (const [{ key }, records] of contentsOf(into.replay, filesOfSlice(into, check))) {
    faults.push(...fileFaults(into.replay, key, records));
  }
  return faults;
}

async function* filesOfSlice({ covered }: PartReading, { account: ledger, slice }: PartCheck) {
  const { until } = covered.get(ledger) ?? NOTHING_COVERED;
  for await (const file of journalFiles(ledger)) {
    if ((file.stored_at ?? 0) <= until && isInSlice(slice, file.key)) yield file;
  }
}

/** Compares a file with the states that were read from it: each item whose last change the file has. */
function fileFaults(into: Replay, key: string, records: FileLines): string[] {
  if (!records) return [`${key}: ${CHANGED_CONTENT}`];
  const last = new Map(records.map((record) => [itemId(record.pk, record.sk), record.new]));
  return [...last].flatMap(([id, now]) => {
    const recorded = into.items.get(id);
    const isSame = recorded?.file !== key || recorded.now === (now ? hashOf(now, sha256Of) : null);
    return isSame ? [] : [`${key}: a checkpoint has another state of ${id.replace("\n", " ")}`];
  });
}
