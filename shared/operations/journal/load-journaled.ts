import { sha256Of, textHash } from "../../core/hash.ts";
import type { EventId, LedgerId } from "../../core/ids.ts";
import type { EventRecord } from "../../ledger/events/event-record.ts";
import { membersIn, recordOf } from "../../ledger/events/store-events.ts";
import { eventListPartition, LIST_SHARDS } from "../../platform/table/event-list-keys.ts";
import { type Key, ledgerOfKey } from "../../platform/table/keys.ts";
import { rateOverlayKey, rateProposalsKey } from "../../platform/table/rate-items.ts";
import { loadedRecount } from "../audit/audit-quarter.ts";
import type { ListedFile } from "../audit/evidence.ts";
import { mayPredate } from "./change-faults.ts";
import {
  type FilePlace,
  hasFile,
  isInPartition,
  isJournaled,
  isOfNoKind,
  isOfSandbox,
  type JournalPartition,
  NO_ACCOUNT,
  partitionsOf,
  placeOfFile,
  recordsIn,
  SHARED_PARTITIONS,
} from "./journal-file.ts";
import { type AttributeMap, coveredItem, type JournalRecord, plainItem } from "./journal-record.ts";
import {
  newRelatedItems,
  type RelatedItems,
  relatedFaults,
  relatedToConsignment,
  relatedToEvent,
} from "./related-items.ts";
import {
  hashOf,
  isAsReplayed,
  isOfReplay,
  itemId,
  keyOfId,
  type Replay,
  replay,
  type TableItem,
} from "./replay.ts";
import {
  itemsAt,
  itemsOfPartition,
  journalFiles,
  readJournalFile,
  scanItems,
} from "./store-journal-files.ts";

/** The files that were read, for one or all accounts. */
type ReadFiles = {
  readonly account: LedgerId | undefined;
  /** Hashes of the names of all files that were read: millions of names would take a gigabyte. */
  readonly names: Set<number>;
  /** The number of files that this partition counts, and the faults of those files. */
  count: number;
  readonly faults: string[];
};

export const noFiles = (ledger: LedgerId | undefined): ReadFiles => ({
  account: ledger,
  names: new Set(),
  count: 0,
  faults: [],
});

/**
 * Replays all files that were not read yet. The files of an account say its organisation, whose files say its members;
 * these files and those of no account have changes of the first partition alone.
 */
export async function readFiles(into: Replay, read: ReadFiles): Promise<void> {
  const { account: ledger } = read;
  const isFirst = into.partition.number === 1;
  if (ledger === undefined) return readFilesOf(into, read, undefined);
  if (isFirst) await readFilesOf(into, read, NO_ACCOUNT);
  await readFilesOf(into, read, ledger);
  if (!isFirst) return;
  for (const id of into.authors.organisations) await readFilesOf(into, read, id);
}

async function readFilesOf(into: Replay, read: ReadFiles, owner: string | undefined) {
  for await (const [file, records] of contentsOf(into, unreadFiles(read, owner))) {
    const faults = replayFile(into, file, records);
    // Files of other owners are read for the first partition alone.
    if (owner === read.account && !hasFile(into.partition, file.key)) continue;
    read.count += 1;
    read.faults.push(...faults);
  }
}

async function* unreadFiles({ names }: ReadFiles, owner: string | undefined) {
  for await (const file of journalFiles(owner)) {
    const name = textHash(file.key);
    if (names.has(name)) continue;
    names.add(name);
    yield file;
  }
}

const AT_ONCE = 16;

/** The lines of a file of the replay's partition; undefined if the content does not match the name. */
export type FileLines = readonly JournalRecord[] | undefined;

/** Yields files with their lines, in order. Some files are read at once. */
export async function* contentsOf<File extends { readonly key: string }>(
  into: Replay,
  files: Iterable<File> | AsyncIterable<File>,
): AsyncGenerator<[File, FileLines]> {
  const load = async (file: File): Promise<[File, FileLines]> => {
    const place = placeOfFile(file.key);
    return [file, place && (await readRecords(file.key, place, (line) => isOfReplay(into, line)))];
  };
  const loading: Promise<[File, FileLines]>[] = [];
  for await (const file of files) {
    const loaded = load(file);
    // A rejection is thrown where its turn comes.
    loaded.catch(() => undefined);
    loading.push(loaded);
    if (loading.length >= AT_ONCE) yield (await loading.shift()) as [File, FileLines];
  }
  for (const promise of loading) yield await promise;
}

export const CHANGED_CONTENT = "its content is not what its name says";

/** Replays the lines of a file, and returns the faults of the file itself. */
export function replayFile(
  into: Replay,
  { key, versions }: Pick<ListedFile, "key" | "versions">,
  records: FileLines,
): string[] {
  const again = versions > 1 ? [`${key}: stored ${versions} times, or deleted`] : [];
  const place = placeOfFile(key);
  if (!place) return [...again, `${key}: no file of the journal`];
  if (!records) return [...again, `${key}: ${CHANGED_CONTENT}`];
  for (const record of records) replay(into, record, { stream: place.stream, key }, sha256Of);
  return again;
}

/** Reads the lines of a file; undefined if the content does not match the name. */
export async function readRecords(
  key: string,
  place: FilePlace,
  isWanted?: (line: string) => boolean,
): Promise<JournalRecord[] | undefined> {
  const file = await readJournalFile(key);
  return file && recordsIn(place, file.text, sha256Of, isWanted);
}

const keyIn = (item: AttributeMap) => ({
  pk: String(item["pk"]?.["S"]),
  sk: String(item["sk"]?.["S"]),
});

export const presentIn = (item: AttributeMap): TableItem => ({
  ...keyIn(item),
  hash: hashOf(coveredItem(item, sha256Of), sha256Of),
  may_predate: mayPredate(keyIn(item), item),
});

type Journaled = {
  /** The items to compare; those of one account that are as the journal leaves them are only counted. */
  readonly items: TableItem[];
  readonly count: number;
  readonly faults: string[];
  /** Stored related items that differ from the events. */
  readonly related: string[];
};

/**
 * Loads the items of the table that the journal must contain. For all accounts it scans the whole table; for one
 * account it reads the partitions of the account and of its organisation, the partitions of all accounts, the index, and
 * the items that the journal names.
 */
export const loadJournaled = (ledger: LedgerId | undefined, known: Replay): Promise<Journaled> =>
  ledger === undefined ? scanned(known.partition) : itemsOf(ledger, known);

async function scanned(partition: JournalPartition): Promise<Journaled> {
  const into = { items: [], faults: [], related: newRelatedItems(partition) };
  for await (const page of scanItems()) for (const item of page) noteScanned(into, item);
  return { ...into, count: into.items.length, related: relatedFaults(into.related) };
}

type Scanned = Pick<Journaled, "items" | "faults"> & { readonly related: RelatedItems };

function noteScanned({ items, faults, related }: Scanned, item: AttributeMap): void {
  const { pk, sk } = keyIn(item);
  if (!isOfSandbox(pk)) noteRelated(related, item);
  if (!isInPartition(related.partition, pk)) return;
  if (isJournaled(pk)) items.push(presentIn(item));
  else if (isOfNoKind(pk)) faults.push(`${pk} ${sk}: the service makes no such item`);
}

async function itemsOf(ledger: LedgerId, known: Replay): Promise<Journaled> {
  const found = new Map<string, TableItem>();
  const { partition } = known;
  let count = 0;
  const related = newRelatedItems(partition);
  const add = (item: AttributeMap) => {
    const present = presentIn(item);
    if (isAsReplayed(known, present)) count += 1;
    else found.set(itemId(present.pk, present.sk), present);
    noteRelated(related, item);
  };
  for await (const page of ownItems(ledger, known)) page.forEach(add);
  const others = known.items
    .entries()
    .filter(([id, { isInTable }]) => !isInTable && !found.has(id))
    .map(([id]) => keyOfId(id))
    .toArray();
  for await (const page of itemsAt(others)) page.forEach(add);
  const references = [...known.references].map((pk) => ({ pk, sk: "EVENT" }));
  for await (const page of itemsAt(references)) for (const item of page) noteRelated(related, item);
  const items = [...found.values()];
  return { items, count: count + items.length, faults: [], related: relatedFaults(related) };
}

/** Yields the items of the partition that partitions of the table or of the index lead to. */
async function* ownItems(ledger: LedgerId, known: Replay): AsyncGenerator<AttributeMap[]> {
  for (const { pk, index } of await readPartitions(ledger, known)) {
    for await (const page of itemsOfPartition(pk, index)) {
      if (!index) yield page;
      // The index has only some attributes of each item.
      else yield* itemsAt(page.map(keyIn).filter((key) => isInPartition(known.partition, key.pk)));
    }
  }
}

/**
 * Yields the keys of the account's items of the partition that its tables and lists lead to.
 * @param isWanted selects lists of events; all other tables and lists are small
 */
export async function* listedKeys(
  ledger: LedgerId,
  known: Pick<Replay, "authors" | "partition">,
  isWanted: (list: string) => boolean,
): AsyncGenerator<Key[]> {
  for (const { pk, index } of await readPartitions(ledger, known, isWanted)) {
    if (/^\w+_SECRETS#/.test(pk)) continue;
    for await (const page of itemsOfPartition(pk, index)) {
      yield page
        .map(keyIn)
        .filter((key) => isInPartition(known.partition, key.pk) && isJournaled(key.pk));
    }
  }
}

/** Returns the partitions of the table and of the index that lead to items of a partition of the journal. */
async function readPartitions(
  ledger: LedgerId,
  { authors, partition }: Pick<Replay, "authors" | "partition">,
  isWanted: (list: string) => boolean = () => true,
) {
  const owners = [ledger, ...authors.organisations];
  const tables = [...owners.flatMap(partitionsOf), ...SHARED_PARTITIONS];
  const read = tables.filter(({ pk, index }) => index || isInPartition(partition, pk));
  return [...read, ...(await eventLists(ledger)).filter(({ pk }) => isWanted(pk))];
}

/** Returns the index partitions that list the account's events, in the account's stored months. */
async function eventLists(ledger: LedgerId) {
  // Who audits the sums says if the recount cannot be read.
  const { event_months } = await loadedRecount(ledger, []);
  return event_months.flatMap((month) =>
    LIST_SHARDS.map((shard) => ({
      pk: eventListPartition(ledger, month, shard).gsi1pk,
      index: true,
    })),
  );
}

/** Adds the related items of an event or a consignment. Each has a partition of its own, which ends with its id. */
function noteRelated(into: RelatedItems, item: AttributeMap): void {
  const { pk, sk } = keyIn(item);
  const [kind] = pk.split("#");
  const ledger = ledgerOfKey({ pk });
  const id = pk.slice(`${kind}#${ledger}#`.length);
  if (kind === "EVENT" && sk === "EVENT") {
    const plain = plainItem(item);
    const read = readableEvent(plain);
    relatedToEvent(into, ledger, id as EventId, { event: read, taken_back: plain["taken_back"] });
  }
  const isOfRates = pk === rateProposalsKey.pk || pk === rateOverlayKey.pk;
  if (isOfRates && isInPartition(into.partition, pk)) into.rates.set(pk, plainItem(item));
  if (kind === "CONSIGNMENT") relatedToConsignment(into, ledger, id, membersIn(plainItem(item)));
}

/** Parses an event; one that cannot be parsed is a finding of the audit of sums. */
function readableEvent(item: Record<string, unknown>): EventRecord | undefined {
  if (item["event_type"] === undefined) return undefined;
  try {
    return recordOf(item);
  } catch {
    return undefined;
  }
}
