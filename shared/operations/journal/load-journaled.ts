import { sha256Of } from "../../core/hash.ts";
import type { EventRecord } from "../../ledger/events/event-record.ts";
import { membersIn } from "../../ledger/events/store-consignments.ts";
import { recordOf } from "../../ledger/events/store-events.ts";
import { loadRecount } from "../../ledger/recount/store-recounts.ts";
import { eventListPartition, LIST_SHARDS } from "../../platform/table/event-list-keys.ts";
import { coveredItem } from "./covered-text.ts";
import { isJournaled, isOfNoKind, isOfSandbox, partitionsOf } from "./journaled.ts";
import {
  besideConsignment,
  besideEvent,
  besideFaults,
  type KeptBeside,
  newBeside,
} from "./related-items.ts";
import { hashOf, itemId, type Replay, type TableItem } from "./replay.ts";
import { itemsAt, itemsOfPartition, scanItems } from "./store-typed-items.ts";
import { plainItem, type TypedItem } from "./typed-value.ts";

/** An item of the table, as a replay sees it. */
export type Present = TableItem;

const keyIn = (item: TypedItem) => ({
  pk: String(item["pk"]?.["S"]),
  sk: String(item["sk"]?.["S"]),
});

export const presentIn = (item: TypedItem): Present => ({
  ...keyIn(item),
  hash: hashOf(coveredItem(item, sha256Of), sha256Of),
});

type Journaled = {
  readonly items: Present[];
  readonly faults: string[];
  /** What is kept beside events, and is not what they come to. */
  readonly beside: string[];
};

/**
 * The items of the table that the journal should know: of all accounts by reading the whole table, of one by its
 * partitions, by the index, and by what the journal names.
 */
export const loadJournaled = (account: string | undefined, known: Replay): Promise<Journaled> =>
  account === undefined ? scanned() : itemsOf(account, known);

async function scanned(): Promise<Journaled> {
  const items: Present[] = [];
  const faults: string[] = [];
  const beside = newBeside();
  for await (const page of scanItems()) {
    for (const item of page) {
      const { pk, sk } = keyIn(item);
      if (!isOfSandbox(pk)) noteBeside(beside, item);
      if (isJournaled(pk)) items.push(presentIn(item));
      else if (isOfNoKind(pk)) faults.push(`${pk} ${sk}: the service makes no such item`);
    }
  }
  return { items, faults, beside: besideFaults(beside) };
}

async function itemsOf(account: string, { items: known }: Replay): Promise<Journaled> {
  const found = new Map<string, Present>();
  const beside = newBeside();
  const add = (item: TypedItem) => {
    const present = presentIn(item);
    found.set(itemId(present.pk, present.sk), present);
    noteBeside(beside, item);
  };
  for (const { pk, index } of [...partitionsOf(account), ...(await eventLists(account))]) {
    for await (const page of itemsOfPartition(pk, index)) {
      // The index has a part of each item.
      if (!index) page.forEach(add);
      else for await (const whole of itemsAt(page.map(keyIn))) whole.forEach(add);
    }
  }
  const others = [...known].filter(([id]) => !found.has(id)).map(([, { pk, sk }]) => ({ pk, sk }));
  for await (const page of itemsAt(others)) page.forEach(add);
  return { items: [...found.values()], faults: [], beside: besideFaults(beside) };
}

/** The partitions of the index that list the account's events, in the months that it is known to have some. */
async function eventLists(account: string) {
  const { event_months } = await loadRecount(account);
  return event_months.flatMap((month) =>
    LIST_SHARDS.map((shard) => ({
      pk: eventListPartition(account, month, shard).gsi1pk,
      index: true,
    })),
  );
}

/** Events stand in partitions of their own, which end with their ids, and so do consignments. */
function noteBeside(into: KeptBeside, item: TypedItem): void {
  const { pk, sk } = keyIn(item);
  const [kind, account = ""] = pk.split("#");
  const id = pk.slice(`${kind}#${account}#`.length);
  if (kind === "EVENT" && sk === "EVENT") {
    const plain = plainItem(item);
    const read = readableEvent(plain);
    besideEvent(into, account, id, { event: read, taken_back: plain["taken_back"] });
  }
  if (kind === "CONSIGNMENT") besideConsignment(into, account, id, membersIn(plainItem(item)));
}

/** An event that cannot be read is a finding of the audit of sums. */
function readableEvent(item: Record<string, unknown>): EventRecord | undefined {
  if (item["event_type"] === undefined) return undefined;
  try {
    return recordOf(item);
  } catch {
    return undefined;
  }
}
