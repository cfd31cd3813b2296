import { canonicalText } from "../../core/hash.ts";
import type { EventId } from "../../core/ids.ts";
import { consignmentKey, eventKey, type Key, ledgerOfKey } from "../../platform/table/keys.ts";
import { changeFaults, mayPredate, nameOf } from "./change-faults.ts";
import { isInPartition, type JournalPartition, keyInLine, WHOLE_JOURNAL } from "./journal-file.ts";
import { type AttributeMap, type Digest, type JournalRecord, plainItem } from "./journal-record.ts";
import {
  newOpeningHistory,
  type OpeningHistory,
  openingHistoryFaults,
  withOpening,
} from "./opening-history.ts";
import {
  type Authors,
  issuedKeyFaults,
  newAuthors,
  newSettings,
  type Settings,
  settingsFaults,
  withAuthor,
  withSettings,
} from "./settings-history.ts";
import { newUndoneImports, type UndoneImports, undoneImportFaults, withUndone } from "./undone.ts";

/** The state of one item in the journal. There are millions of them, so each holds little. */
type RecordedItem = {
  /** The stream of the last change, and its sequence number there. */
  readonly stream: string;
  readonly seq: bigint;
  /** Hash of the item after the last change; null if it was removed. */
  readonly now: string | null;
  /** Hash of the line of the last change. */
  readonly line: string;
  /** The file with the last change. */
  readonly file: string;
  readonly earlier?: EarlierChanges;
  /** True if the table was seen to have the item in this state. */
  isInTable?: true;
};

/** All changes of an item that was changed more than once; most items never are. */
type EarlierChanges = {
  /** Hashes of the item after each change: a restored table has one of these states again. */
  readonly states: Set<string>;
  /** Hash of each line by stream and number: a batch that is delivered twice has equal lines. */
  readonly lines: Map<string, string>;
};

/** A replay of the journal from its beginning, file by file in the order of names. */
export type Replay = {
  /** True if the table may have returned to an earlier state when its stream began again, because it was restored. */
  readonly restored: boolean;
  readonly items: Map<string, RecordedItem>;
  readonly authors: Authors;
  readonly openings: OpeningHistory;
  readonly settings: Settings;
  readonly undone: UndoneImports;
  /** The partition of the journal that is replayed. */
  readonly partition: JournalPartition;
  /** The keys of events of other partitions that correct a sale of this one, or belong to a consignment of it. */
  readonly references: Set<string>;
  readonly faults: string[];
  changes: number;
};

export const newReplay = (
  restored: boolean,
  partition: JournalPartition = WHOLE_JOURNAL,
): Replay => ({
  restored,
  partition,
  references: new Set(),
  items: new Map(),
  authors: newAuthors(),
  openings: newOpeningHistory(),
  settings: newSettings(),
  undone: newUndoneImports(),
  faults: [],
  changes: 0,
});

export const itemId = (pk: string, sk: string): string => `${pk}\n${sk}`;

export function keyOfId(id: string): Key {
  const [pk = "", sk = ""] = id.split("\n");
  return { pk, sk };
}

/** Notes an item of the table that is as the journal leaves it. Returns false for any other item. */
export function isAsReplayed({ items }: Replay, { pk, sk, hash }: TableItem): boolean {
  const recorded = items.get(itemId(pk, sk));
  if (recorded?.now !== hash) return false;
  recorded.isInTable = true;
  return true;
}

type ChangePlace = { readonly stream: string; readonly key: string };

/** True if a line of the journal says something of the partition; most lines need not be parsed. */
export function isOfReplay({ partition }: Replay, line: string): boolean {
  if (partition.of === 1) return true;
  const pk = keyInLine(line);
  if (pk === undefined || isInPartition(partition, pk)) return true;
  return pk.startsWith("IMPORT_UNDOS#") || REFERS.test(line);
}

/** Matches the line of an event that names another event or a consignment. */
const REFERS = /"(?:original_event_id":\{"S"|consignment":\{"M")/;

/** Notes what a change of another partition says of this one: undos of imports, and events that refer to its items. */
function noteOther({ partition, references, undone }: Replay, change: JournalRecord): void {
  const { pk, sk, new: now } = change;
  const [kind] = pk.split("#");
  const ledger = ledgerOfKey(change);
  if (kind === "IMPORT_UNDOS") withUndone(undone, change);
  if (kind !== "EVENT" || sk !== "EVENT" || !now) return;
  const { original_event_id, consignment } = plainItem(now) as {
    readonly original_event_id?: EventId;
    readonly consignment?: { readonly id?: string };
  };
  const related = [
    ...(original_event_id === undefined ? [] : [eventKey(ledger, original_event_id)]),
    ...(consignment?.id === undefined ? [] : [consignmentKey(ledger, consignment.id)]),
  ];
  if (related.some((key) => isInPartition(partition, key.pk))) references.add(pk);
}

/** Replays one change. A change that contradicts earlier ones is a fault of the replay. */
export function replay(
  into: Replay,
  change: JournalRecord,
  { stream, key }: ChangePlace,
  digest: Digest,
): void {
  if (!isInPartition(into.partition, change.pk)) {
    noteOther(into, change);
    return;
  }
  const id = itemId(change.pk, change.sk);
  const recorded = into.items.get(id);
  const line = digest(canonicalText(change));
  const before = recorded && lineOf(recorded, stream, change.seq);
  if (before !== undefined) {
    if (before !== line)
      into.faults.push(`${nameOf(change)}: change ${change.seq} is told twice, differently`);
    return;
  }
  into.changes += 1;
  into.faults.push(...gapFaults(into, recorded, change, { stream, digest }));
  noteChange(into, change, stream);
  const now = change.new ? hashOf(change.new, digest) : null;
  const next = { stream, seq: BigInt(change.seq), now, line, file: key };
  into.items.set(id, recorded ? { ...next, earlier: withLast(recorded, next) } : next);
}

/** Judges a change. An item that the rules cannot read is a fault, and the replay goes on. */
function noteChange(into: Replay, change: JournalRecord, stream: string): void {
  try {
    into.faults.push(...changeFaults(change));
    withAuthor(into.authors, change);
    withOpening(into.openings, change, stream);
    withSettings(into.settings, change, stream);
    withUndone(into.undone, change);
  } catch {
    into.faults.push(`${nameOf(change)}, ${change.at}: the item cannot be read`);
  }
}

const lineName = (stream: string, seq: string | bigint): string => `${stream} ${seq}`;

/** Returns the hash of the line of a change; undefined if the change is not known. */
function lineOf(recorded: RecordedItem, stream: string, seq: string): string | undefined {
  if (recorded.earlier) return recorded.earlier.lines.get(lineName(stream, seq));
  return recorded.stream === stream && recorded.seq === BigInt(seq) ? recorded.line : undefined;
}

const hadState = ({ now, earlier }: RecordedItem, hash: string): boolean =>
  earlier ? earlier.states.has(hash) : now === hash;

function withLast(recorded: RecordedItem, last: RecordedItem): EarlierChanges {
  const { states, lines } = recorded.earlier ?? { states: new Set<string>(), lines: new Map() };
  for (const { stream, seq, now, line } of recorded.earlier ? [last] : [recorded, last]) {
    if (now) states.add(now);
    lines.set(lineName(stream, seq), line);
  }
  return { states, lines };
}

/** Returns the hash of an item in the journal's form, with free text covered. */
export const hashOf = (item: AttributeMap, digest: Digest): string => digest(canonicalText(item));

/** Finds gaps between changes: each change must begin with the state that the one before has left. */
function gapFaults(
  { restored }: Replay,
  recorded: RecordedItem | undefined,
  change: JournalRecord,
  { stream, digest }: { readonly stream: string; readonly digest: Digest },
): string[] {
  const where = `${nameOf(change)}, ${change.at}`;
  const old = change.old ? hashOf(change.old, digest) : null;
  if (recorded && recorded.stream === stream && BigInt(change.seq) < recorded.seq) {
    return [`${where}: change ${change.seq} is told after a later one`];
  }
  if (old === (recorded?.now ?? null)) return [];
  if (!recorded && change.old && mayPredate(change, change.old)) return [];
  if (restored && recorded && recorded.stream < stream && (!old || hadState(recorded, old)))
    return [];
  return [`${where}: the journal lacks a change before ${change.seq}`];
}

/** An item of the table for comparison with the replay; free text covered. */
export type TableItem = {
  readonly pk: string;
  readonly sk: string;
  readonly hash: string;
  /** True if the item may be older than its journal. */
  readonly may_predate: boolean;
};

/** An item of the table that differs from its last state in the journal, and the file with that state. */
export type JournalDifference = {
  readonly id: string;
  readonly what: string;
  readonly file?: string;
};

/**
 * Returns the differences between the table and the journal.
 * @param current the current stream of the table
 * @param among the items that were searched; all of the journal by default
 */
export function compareTable(
  replayed: Replay,
  items: readonly TableItem[],
  current: string,
  among?: ReadonlySet<string>,
): JournalDifference[] {
  const { items: recorded, restored } = replayed;
  const present = new Set(items.map(({ pk, sk }) => itemId(pk, sk)));
  // One by one: a copy of millions of ids would take as much memory as the replay.
  const gone = (among ?? recorded)
    .keys()
    .filter((id) => {
      const { now = null, stream = "", isInTable } = recorded.get(id) ?? {};
      return now !== null && !isInTable && !present.has(id) && !(restored && stream < current);
    })
    .map((id) => ({
      id,
      what: `${nameOf(keyOfId(id))}: the journal has it, the table does not`,
    }));
  return [...items.flatMap((item) => differenceOf(replayed, item, current)), ...gone];
}

function differenceOf(
  { items, restored }: Replay,
  item: TableItem,
  current: string,
): JournalDifference[] {
  const id = itemId(item.pk, item.sk);
  const recorded = items.get(id);
  const name = nameOf(item);
  if (!recorded) {
    const what = `${name}: the table has it, the journal does not`;
    return item.may_predate ? [] : [{ id, what }];
  }
  if (recorded.now === item.hash) return [];
  if (recorded.stream < current && hadState(recorded, item.hash)) {
    const what = `${name}: the table has it as it was before its stream began anew`;
    return restored ? [] : [{ id, what, file: recorded.file }];
  }
  return [
    { id, what: `${name}: the table has it otherwise than the journal`, file: recorded.file },
  ];
}

/** Returns all faults that the replay itself has found, after the last file. */
export const faultsOfReplay = ({ faults, authors, openings, settings, undone }: Replay) => [
  ...faults,
  ...issuedKeyFaults(authors),
  ...openingHistoryFaults(openings, authors),
  ...settingsFaults(settings, authors),
  ...undoneImportFaults(undone),
];
