import { isEmptied } from "../../accounts/account.ts";
import { emptied, openSandbox, type SandboxState } from "../../accounts/sandbox.ts";
import { ensureAccount, loadAccount } from "../../accounts/store-accounts.ts";
import { loadSandbox, switchSandbox } from "../../accounts/store-sandboxes.ts";
import { type IsoDate, quarterOn } from "../../core/calendar/dates.ts";
import { DomainError } from "../../core/errors/errors.ts";
import {
  type AuthorId,
  accountOf,
  type EventId,
  isSandbox,
  type LedgerId,
} from "../../core/ids.ts";
import { listedPlace } from "../../ledger/events/store-event-list.ts";
import { loadRecount } from "../../ledger/recount/store-recounts.ts";
import { withRetries } from "../../platform/calls.ts";
import { type Clock, SYSTEM_CLOCK } from "../../platform/clock.ts";
import { runTime } from "../../platform/queues/queue-table.ts";
import { accountQueue, enqueue, queueWorker, tryEnqueue } from "../../platform/queues/queues.ts";
import {
  eventListPartition,
  isOneMonth,
  LIST_SHARDS,
} from "../../platform/table/event-list-keys.ts";
import {
  accountRecordKey,
  calculationNameKey,
  consignmentKey,
  eventKey,
  type Key,
  recountKey,
  sumKey,
  transactionIndexKey,
} from "../../platform/table/keys.ts";
import { partitionsOfSandbox } from "../../platform/table/registry.ts";
import { partitionsIn } from "../audit/audit.ts";
import {
  itemsOfPartitions,
  keysOfPartition,
  listedItems,
  type RemovedItem,
  removeItems,
} from "./store-removed-items.ts";

/**
 * Empties the sandbox of the calling key. The account gets a new sandbox at once, and the former one is removed in the
 * background. Of two concurrent calls, the second finds the sandbox emptied.
 * @param ledger the ledger that the key opens
 * @throws DomainError `test_key_required` if that ledger is not a sandbox; `not_ready`
 */
export async function emptySandbox(
  ledger: LedgerId,
  by: { readonly author: AuthorId; readonly now: Date },
): Promise<SandboxState> {
  if (!isSandbox(ledger)) {
    throw new DomainError("test_key_required", "a live key empties nothing: send a test key");
  }
  const account = accountOf(ledger);
  const state = await withRetries(async () => {
    const seen = await loadSandbox(account);
    // Emptied by another call, or by this one after a lost response.
    if (openSandbox(account, seen) !== ledger) return seen;
    const next = emptied(seen, by);
    // Written first: if interrupted here, the new ledger exists, but no key opens it yet.
    await ensureAccount(openSandbox(account, next), by.now);
    await switchSandbox(account, seen, next, by.now);
    return next;
  });
  await tryEnqueue(accountQueue("removals"), [{ account: ledger }]);
  return state;
}

type Keys = AsyncGenerator<readonly Key[]>;

/**
 * Yields the keys of a sandbox's items, except its record and its recount state, which lead to the rest. An item is
 * yielded after all items that only it leads to, so that an interrupted removal can start again. Stored idempotent
 * responses are not listed anywhere and expire after a day.
 */
async function* keysToRemove(ledger: LedgerId): Keys {
  const last = new Set([accountRecordKey(ledger).sk, recountKey(ledger).sk]);
  for (const pk of partitionsOfSandbox(ledger)) {
    for await (const keys of keysOfPartition(pk)) {
      yield pk === accountRecordKey(ledger).pk ? keys.filter(({ sk }) => !last.has(sk)) : keys;
    }
  }
  yield* calculationKeys(ledger);
  const { event_months } = await loadRecount(ledger);
  // Before the events: for days before 2015, only the events show which sums exist.
  for (const month of event_months) yield* sumKeys(ledger, month);
  for (const list of event_months.flatMap((month) => listsOf(ledger, month))) {
    yield* eventKeys(ledger, list);
  }
}

const listsOf = (ledger: LedgerId, month: string): string[] =>
  LIST_SHARDS.map((shard) => eventListPartition(ledger, month, shard).gsi1pk);

/**
 * Yields the keys of calculations, with the names of split calculations and the stubs that early refunds have left
 * there.
 */
async function* calculationKeys(ledger: LedgerId): Keys {
  for await (const listed of listedItems(transactionIndexKey(ledger, "", "").gsi1pk)) {
    const items = await itemsOfPartitions(listed.map(({ pk }) => pk));
    const names = items.map(({ committed_event_id: id }) => id).filter(isEventId);
    const named = await itemsOfPartitions(names.map((name) => eventKey(ledger, name).pk));
    yield named.filter((item) => !isListed(item)).map(keyOf);
    yield names.map((name) => calculationNameKey(ledger, name));
    yield items.map(keyOf);
  }
}

async function* sumKeys(ledger: LedgerId, month: string): Keys {
  const days = isOneMonth(month)
    ? new Set([`${month}-01` as IsoDate])
    : await daysIn(listsOf(ledger, month));
  const partitions = new Set([...days].flatMap((day) => partitionsIn(quarterOn(day))));
  for (const partition of partitions) yield* keysOfPartition(sumKey(ledger, partition, "", 0).pk);
}

async function daysIn(lists: readonly string[]): Promise<Set<IsoDate>> {
  const days = new Set<IsoDate>();
  for (const list of lists) {
    for await (const listed of listedItems(list)) {
      for (const item of listed) days.add(listedPlace(item).supply_date);
    }
  }
  return days;
}

/**
 * Yields the keys of events. Each event comes after the items that only it leads to: the refunded total, the
 * consignment, and the links of its sale.
 */
async function* eventKeys(ledger: LedgerId, list: string): Keys {
  for await (const listed of listedItems(list)) {
    const items = await itemsOfPartitions(listed.map(({ pk }) => pk));
    const awaited = items.map(({ original_event_id: id }) => id).filter(isEventId);
    const originals = await itemsOfPartitions(awaited.map((id) => eventKey(ledger, id).pk));
    const parcels = items.map(({ consignment }) => (consignment as { id?: unknown })?.id);
    yield parcels.filter(isText).map((id) => consignmentKey(ledger, id));
    yield [...originals, ...items].filter((item) => !isListed(item)).map(keyOf);
    yield items.filter(isListed).map(keyOf);
  }
}

const isText = (value: unknown): value is string => typeof value === "string";

const isEventId = (value: unknown): value is EventId => isText(value);

const keyOf = ({ pk, sk }: RemovedItem): Key => ({ pk, sk });

/** True for an item in a list. A stub of an awaited sale is in no list, nor is a link. */
const isListed = (item: RemovedItem): boolean => item["gsi1pk"] !== undefined;

/** The clock, and the time after which no further work is started; in epoch milliseconds. */
type RemovalClock = { readonly now: () => number; readonly until: number };

/** Twice the longest run of a worker; after this time no work from before the emptying is in progress. */
const QUIET_MS = 30 * 60_000;

/**
 * Removes the items of an emptied sandbox until none is left or time is up. A call or job in progress may write items
 * that this run misses; a later run finds them. The marker that leads to the sandbox is removed last, half an hour
 * after the emptying. An interrupted removal continues with the remaining items.
 * @returns false if time ran out and the sandbox must be enqueued again at once
 * @throws RangeError if the ledger is not a sandbox, or is the current one of its account
 */
export async function removeSandbox(ledger: LedgerId, clock: RemovalClock): Promise<boolean> {
  if (!isSandbox(ledger)) throw new RangeError(`${ledger} is no sandbox`);
  const record = await loadAccount(ledger);
  if (!record || !isEmptied(record)) return true;
  const account = accountOf(ledger);
  if (openSandbox(account, await loadSandbox(account)) === ledger) {
    throw new RangeError(`${ledger} is what test keys open`);
  }
  const isQuiet = clock.now() >= Date.parse(record.state_since ?? "") + QUIET_MS;
  let removed = 0;
  for await (const keys of keysToRemove(ledger)) {
    if (clock.now() >= clock.until) return false;
    removed += keys.length;
    await removeItems(keys);
  }
  if (removed > 0 || !isQuiet) return true;
  await removeItems([recountKey(ledger)]);
  await removeItems([accountRecordKey(ledger)]);
  return true;
}

/** Run time within the 15 minutes of the function. The current deletes then still end in time. */
const RUN_MS = 13 * 60_000;

/**
 * Returns the worker of the queue "removals". If a removal takes longer than one run, the worker enqueues the sandbox
 * again.
 */
export const removalWorker = ({ now }: Pick<Clock, "now"> = SYSTEM_CLOCK) =>
  queueWorker(accountQueue("removals"), async ({ account: ledger }) => {
    const isDone = await removeSandbox(ledger, { now, until: now() + runTime(RUN_MS) });
    if (!isDone) await enqueue(accountQueue("removals"), [{ account: ledger }]);
  });
