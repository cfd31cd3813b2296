import { marshall } from "@aws-sdk/util-dynamodb";
import { sha256Of } from "../../shared/core/hash.ts";
import { isJournaled } from "../../shared/operations/journal/journal-file.ts";
import {
  type AttributeMap,
  coveredItem,
  type JournalRecord,
} from "../../shared/operations/journal/journal-record.ts";
import { presentIn } from "../../shared/operations/journal/load-journaled.ts";
import {
  compareTable,
  faultsOfReplay,
  newReplay,
  type Replay,
  replay,
  type TableItem,
} from "../../shared/operations/journal/replay.ts";
import type { Change, MemoryTable } from "../stack/memory-table.ts";
import type { Item } from "../stack/table-expressions.ts";

/** The name of the stream. */
const STREAM = "20250701";

/** Damages the changes, to see that it is found. */
type Damage = (records: readonly JournalRecord[]) => readonly JournalRecord[];

/** The stream of a table in memory. */
export class MemoryStream {
  readonly #table: MemoryTable;
  #changes: readonly JournalRecord[] = [];
  /** The replay of the changes until the last snapshot, which all schedules begin from. */
  #begun: { readonly replayed: Replay; readonly count: number } = replayOf([]);

  constructor(table: MemoryTable) {
    this.#table = table;
    table.onChange = (change) => {
      if (!isJournaled(change.key.pk)) return;
      this.#changes = [...this.#changes, recordOf(change, this.#changes.length + 1)];
    };
  }

  /** Keeps the changes, and returns what brings them back. */
  snapshot(): () => void {
    const changes = this.#changes;
    const replayed = replayOf(changes);
    return () => {
      this.#changes = changes;
      this.#begun = replayed;
    };
  }

  /** Returns what a replay of the changes finds, alone and compared with the table. */
  faults(damaged: Damage = (records) => records): string[] {
    const { replayed, count } = this.#begun;
    const into = structuredClone(replayed);
    replayAll(into, damaged(this.#changes.slice(count)));
    const items = this.#table
      .items()
      .filter(({ pk }) => isJournaled(String(pk)))
      .map(present);
    const differences = compareTable(into, items, STREAM).map(({ what }) => what);
    return [...faultsOfReplay(into), ...differences];
  }
}

function replayOf(changes: readonly JournalRecord[]) {
  const replayed = newReplay(false);
  replayAll(replayed, changes);
  return { replayed, count: changes.length };
}

function replayAll(into: Replay, records: readonly JournalRecord[]): void {
  for (const record of records) {
    replay(into, record, { stream: STREAM, key: "memory" }, sha256Of);
  }
}

const presentItems = new WeakMap<Item, TableItem>();

/** Returns an item for the comparison. Most items are those that the schedule before had, too. */
function present(item: Item): TableItem {
  const known = presentItems.get(item) ?? presentIn(typed(item));
  presentItems.set(item, known);
  return known;
}

function recordOf({ key, old, now }: Change, seq: number): JournalRecord {
  const op = !now ? "REMOVE" : old ? "MODIFY" : "INSERT";
  return {
    seq: String(seq),
    op,
    at: new Date().toISOString(),
    ...key,
    ...(old ? { old: coveredItem(typed(old), sha256Of) } : {}),
    ...(now ? { new: coveredItem(typed(now), sha256Of) } : {}),
  };
}

const typed = (item: object): AttributeMap =>
  marshall(item, { removeUndefinedValues: true }) as object as AttributeMap;
