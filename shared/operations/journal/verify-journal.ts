import { sha256Of } from "../../core/hash.ts";
import type { EventRecord } from "../../ledger/events/event-record.ts";
import { membersIn, recordOf } from "../../ledger/events/store-events.ts";
import { loadRecount } from "../../ledger/recount/store-recounts.ts";
import { eventListPartition, LIST_SHARDS } from "../../platform/table/event-list-keys.ts";
import { rateOverlayKey, rateProposalsKey } from "../../platform/table/rate-items.ts";
import { differingIn, mayPredate } from "./change-faults.ts";
import {
  type FilePlace,
  isJournaled,
  isOfNoKind,
  isOfSandbox,
  NO_ACCOUNT,
  partitionsOf,
  placeOfFile,
  recordsIn,
  SHARED_PARTITIONS,
} from "./journal-file.ts";
import { coveredItem, type JournalRecord, plainItem, type TypedItem } from "./journal-record.ts";
import { operatorKeys } from "./key-history.ts";
import {
  newRelatedItems,
  type RelatedItems,
  relatedFaults,
  relatedToConsignment,
  relatedToEvent,
} from "./related-items.ts";
import {
  compareTable,
  faultsOfReplay,
  hashOf,
  itemId,
  type JournalDifference,
  newReplay,
  type Replay,
  replay,
  type TableItem,
} from "./replay.ts";
import { listJournalFiles, readJournalFile } from "./store-journal-files.ts";
import { itemsAt, itemsOfPartition, scanItems } from "./store-typed-items.ts";

/** An item of the table for comparison with the replay. */
type Present = TableItem;

const keyIn = (item: TypedItem) => ({
  pk: String(item["pk"]?.["S"]),
  sk: String(item["sk"]?.["S"]),
});

const presentIn = (item: TypedItem): Present => ({
  ...keyIn(item),
  hash: hashOf(coveredItem(item, sha256Of), sha256Of),
  may_predate: mayPredate(keyIn(item), item),
});

type Journaled = {
  readonly items: Present[];
  readonly faults: string[];
  /** Stored related items that differ from the events. */
  readonly related: string[];
};

/**
 * Loads the items of the table that the journal must contain. For all accounts it scans the whole table; for one
 * account it reads the partitions of the account and of its organisation, the partitions of all accounts, the index, and
 * the items that the journal names.
 */
const loadJournaled = (account: string | undefined, known: Replay): Promise<Journaled> =>
  account === undefined ? scanned() : itemsOf(account, known);

async function scanned(): Promise<Journaled> {
  const items: Present[] = [];
  const faults: string[] = [];
  const related = newRelatedItems();
  for await (const page of scanItems()) {
    for (const item of page) {
      const { pk, sk } = keyIn(item);
      if (!isOfSandbox(pk)) noteRelated(related, item);
      if (isJournaled(pk)) items.push(presentIn(item));
      else if (isOfNoKind(pk)) faults.push(`${pk} ${sk}: the service makes no such item`);
    }
  }
  return { items, faults, related: relatedFaults(related) };
}

async function itemsOf(account: string, known: Replay): Promise<Journaled> {
  const found = new Map<string, Present>();
  const related = newRelatedItems();
  const add = (item: TypedItem) => {
    const present = presentIn(item);
    found.set(itemId(present.pk, present.sk), present);
    noteRelated(related, item);
  };
  const owners = [account, ...known.authors.organisations];
  const partitions = [...owners.flatMap(partitionsOf), ...SHARED_PARTITIONS];
  for (const { pk, index } of [...partitions, ...(await eventLists(account))]) {
    for await (const page of itemsOfPartition(pk, index)) {
      // The index has only some attributes of each item.
      if (!index) page.forEach(add);
      else for await (const whole of itemsAt(page.map(keyIn))) whole.forEach(add);
    }
  }
  const others = [...known.items]
    .filter(([id]) => !found.has(id))
    .map(([, { pk, sk }]) => ({ pk, sk }));
  for await (const page of itemsAt(others)) page.forEach(add);
  return { items: [...found.values()], faults: [], related: relatedFaults(related) };
}

/** Returns the index partitions that list the account's events, in the account's stored months. */
async function eventLists(account: string) {
  const { event_months } = await loadRecount(account);
  return event_months.flatMap((month) =>
    LIST_SHARDS.map((shard) => ({
      pk: eventListPartition(account, month, shard).gsi1pk,
      index: true,
    })),
  );
}

/** Adds the related items of an event or a consignment. Each has a partition of its own, which ends with its id. */
function noteRelated(into: RelatedItems, item: TypedItem): void {
  const { pk, sk } = keyIn(item);
  const [kind, account = ""] = pk.split("#");
  const id = pk.slice(`${kind}#${account}#`.length);
  if (kind === "EVENT" && sk === "EVENT") {
    const plain = plainItem(item);
    const read = readableEvent(plain);
    relatedToEvent(into, account, id, { event: read, taken_back: plain["taken_back"] });
  }
  if (pk === rateProposalsKey.pk || pk === rateOverlayKey.pk) into.rates.set(pk, plainItem(item));
  if (kind === "CONSIGNMENT") relatedToConsignment(into, account, id, membersIn(plainItem(item)));
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

type JournalQuestion = {
  /** The account to verify; all accounts if undefined. */
  readonly account?: string;
  /** The name of the table's current stream; undefined if it has none. */
  readonly stream: string | undefined;
  /** True if the table was restored, so that it may have returned to an earlier state. */
  readonly restored: boolean;
  /** Waits until all current changes are in the journal. */
  readonly settle: () => Promise<unknown>;
};

type JournalAudit = {
  readonly files: number;
  readonly changes: number;
  readonly items: number;
  /** One line per fault. */
  readonly faults: readonly string[];
  /** One line per key that no key has made, for the operator to recognise. */
  readonly operator_keys: readonly string[];
};

/**
 * Replays the journal, and compares the result with the table in both directions. Differences are checked again after
 * the journal has caught up, because the table is slightly ahead.
 */
export async function verifyJournal(question: JournalQuestion): Promise<JournalAudit> {
  const { account, restored, settle } = question;
  // Later than every stream: changes made since are in no journal.
  const stream = question.stream ?? "9".repeat(20);
  const into = newReplay(restored);
  const read = new Map<string, string[]>();
  await readFiles(into, read, account);
  if (read.size === 0 && question.stream === undefined)
    return { files: 0, changes: 0, items: 0, faults: [], operator_keys: [] };
  const present = await loadJournaled(account, into);
  let differences = compareTable(into, present.items, stream);
  let { related } = present;
  if (differences.length + related.length > 0) {
    await settle();
    await readFiles(into, read, account);
    differences = await lookAgain(into, differences, stream);
    related = related.length > 0 ? await foundAgain(related, account, into) : related;
  }
  const told = await Promise.all(
    differences.map((one, n) => (n < DETAILED ? wordsFor(one) : one.what)),
  );
  const off =
    question.stream === undefined ? ["the stream of the table's changes is switched off"] : [];
  const faults = [
    ...off,
    ...[...read.values()].flat(),
    ...faultsOfReplay(into),
    ...present.faults,
    ...related,
    ...told,
  ];
  const counts = { files: read.size, changes: into.changes, items: present.items.length };
  return { ...counts, faults, operator_keys: operatorKeys(into.authors.keys) };
}

/** Maximum number of differences whose attributes are named; each requires reading a file again. */
const DETAILED = 20;

/**
 * Replays all files that were not read yet; adds each file with its faults to `read`. The files of an account say its
 * organisation, whose files say its members.
 */
async function readFiles(into: Replay, read: Map<string, string[]>, account?: string) {
  if (account === undefined) return readFilesOf(into, read, undefined);
  await readFilesOf(into, read, NO_ACCOUNT);
  await readFilesOf(into, read, account);
  for (const id of into.authors.organisations) await readFilesOf(into, read, id);
}

async function readFilesOf(into: Replay, read: Map<string, string[]>, owner: string | undefined) {
  for (const { key, versions } of await listJournalFiles(owner)) {
    if (read.has(key)) continue;
    const place = placeOfFile(key);
    const again = versions > 1 ? [`${key}: stored ${versions} times, or deleted`] : [];
    read.set(key, [
      ...again,
      ...(place ? await readOne(into, key, place) : [`${key}: no file of the journal`]),
    ]);
  }
}

async function readOne(into: Replay, key: string, place: FilePlace): Promise<string[]> {
  const records = await recordsOf(key, place);
  if (!records) return [`${key}: its content is not what its name says`];
  for (const record of records) replay(into, record, { stream: place.stream, key }, sha256Of);
  return [];
}

async function recordsOf(key: string, place: FilePlace): Promise<JournalRecord[] | undefined> {
  const file = await readJournalFile(key);
  return file && recordsIn(place, file.text, sha256Of);
}

/** Returns the findings that a second read confirms, because pages of a changing table are not of one moment. */
async function foundAgain(first: readonly string[], account: string | undefined, into: Replay) {
  const again = new Set((await loadJournaled(account, into)).related);
  return first.filter((one) => again.has(one));
}

async function lookAgain(into: Replay, first: readonly JournalDifference[], stream: string) {
  const ids = new Set(first.map(({ id }) => id));
  const keys = [...ids].map((id) => {
    const [pk = "", sk = ""] = id.split("\n");
    return { pk, sk };
  });
  const items: Present[] = [];
  for await (const page of itemsAt(keys)) items.push(...page.map(presentIn));
  return compareTable(into, items, stream, ids);
}

/** Returns the text of a difference, with the differing attributes if the journal has the item. */
async function wordsFor({ id, what, file }: JournalDifference): Promise<string> {
  const place = file && placeOfFile(file);
  if (!place) return what;
  const records = (await recordsOf(file, place)) ?? [];
  const told = records.findLast(({ pk, sk }) => itemId(pk, sk) === id)?.new;
  const [pk = "", sk = ""] = id.split("\n");
  const [[item] = []] = await Array.fromAsync(itemsAt([{ pk, sk }]));
  if (!told || !item) return what;
  return `${what}: ${differingIn(told, coveredItem(item as TypedItem, sha256Of)).join(", ")}`;
}
