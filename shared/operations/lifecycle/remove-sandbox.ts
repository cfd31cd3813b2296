import { isEmptied } from "../../accounts/account.ts";
import { emptied, openSandbox, type SandboxState } from "../../accounts/sandbox.ts";
import { ensureAccount, loadAccount } from "../../accounts/store-accounts.ts";
import { loadSandbox, switchSandbox } from "../../accounts/store-sandboxes.ts";
import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { quarterOn } from "../../core/calendar/period.ts";
import { DomainError } from "../../core/errors/errors.ts";
import { holderOf, isSandbox } from "../../core/sandbox-account.ts";
import { listedPlace } from "../../ledger/events/store-event-list.ts";
import { loadRecount } from "../../ledger/recount/store-recounts.ts";
import { type Clock, SYSTEM_CLOCK } from "../../platform/clock.ts";
import { accountQueue, enqueue, queueWorker, tryEnqueue } from "../../platform/queues/queues.ts";
import { withRetries } from "../../platform/retries.ts";
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
 * Empties the sandbox that the key of this call opens: the account has a new one from then on, and what was in the
 * former is removed in the background. Of two calls at once the second finds it emptied.
 * @param ledger the one that the key opens
 * @throws DomainError `test_key_required` when that is no sandbox; `not_ready`
 */
export async function emptySandbox(
  ledger: string,
  by: { readonly keyId: string; readonly now: Date },
): Promise<SandboxState> {
  if (!isSandbox(ledger)) {
    throw new DomainError("test_key_required", "a live key empties nothing: send a test key");
  }
  const account = holderOf(ledger);
  const state = await withRetries(async () => {
    const seen = await loadSandbox(account);
    // By another call, or by this one, whose answer was lost.
    if (openSandbox(account, seen) !== ledger) return seen;
    const next = emptied(seen, by);
    // First: broken off here, a ledger lies ready that nothing opens yet.
    await ensureAccount(openSandbox(account, next), by.now);
    await switchSandbox(account, seen, next, by.now);
    return next;
  });
  await tryEnqueue(accountQueue("removals"), [{ account: ledger }]);
  return state;
}

type Keys = AsyncGenerator<readonly Key[]>;

/**
 * The keys of all that is left of a sandbox, but for the two items that lead to the rest: its record and its recount, which
 * knows the months of its events. In such an order that whatever leads to an item goes after it: broken off, it can
 * begin again. Answers that are remembered for a day nothing leads to: they end by themselves.
 */
async function* keysToRemove(ledger: string): Keys {
  const last = new Set([accountRecordKey(ledger).sk, recountKey(ledger).sk]);
  for (const pk of partitionsOfSandbox(ledger)) {
    for await (const keys of keysOfPartition(pk)) {
      yield pk === accountRecordKey(ledger).pk ? keys.filter(({ sk }) => !last.has(sk)) : keys;
    }
  }
  yield* calculationKeys(ledger);
  const { event_months } = await loadRecount(ledger);
  // Before the events: of those before 2015 nothing but their days says which sums there are.
  for (const month of event_months) yield* sumKeys(ledger, month);
  for (const list of event_months.flatMap((month) => listsOf(ledger, month))) {
    yield* eventKeys(ledger, list);
  }
}

const listsOf = (ledger: string, month: string): string[] =>
  LIST_SHARDS.map((shard) => eventListPartition(ledger, month, shard).gsi1pk);

/** With the name that several events were committed under, and what a refund that came before them has left there. */
async function* calculationKeys(ledger: string): Keys {
  for await (const listed of listedItems(transactionIndexKey(ledger, "", "").gsi1pk)) {
    const items = await itemsOfPartitions(listed.map(({ pk }) => pk));
    const names = items.map(({ committed_event_id: id }) => id).filter(isText);
    const named = await itemsOfPartitions(names.map((name) => eventKey(ledger, name).pk));
    yield named.filter((item) => !isListed(item)).map(keyOf);
    yield names.map((name) => calculationNameKey(ledger, name));
    yield items.map(keyOf);
  }
}

async function* sumKeys(ledger: string, month: string): Keys {
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

/** Each event goes last of all that it alone leads to: what is kept for its sale, its consignment, its links. */
async function* eventKeys(ledger: string, list: string): Keys {
  for await (const listed of listedItems(list)) {
    const items = await itemsOfPartitions(listed.map(({ pk }) => pk));
    const awaited = items.map(({ original_event_id: id }) => id).filter(isText);
    const originals = await itemsOfPartitions(awaited.map((id) => eventKey(ledger, id).pk));
    const parcels = items.map(({ consignment }) => (consignment as { id?: unknown })?.id);
    yield parcels.filter(isText).map((id) => consignmentKey(ledger, id));
    yield [...originals, ...items].filter((item) => !isListed(item)).map(keyOf);
    yield items.filter(isListed).map(keyOf);
  }
}

const isText = (value: unknown): value is string => typeof value === "string";

const keyOf = ({ pk, sk }: RemovedItem): Key => ({ pk, sk });

/** A sale that is awaited is in no list, and a link neither. */
const isListed = (item: RemovedItem): boolean => item["gsi1pk"] !== undefined;

/** When it is, and from when on nothing more is begun; in epoch milliseconds. */
type RemovalClock = { readonly now: () => number; readonly until: number };

/** Twice as long as the longest worker runs: after it nothing is under way that was begun before the emptying. */
const QUIET_MS = 30 * 60_000;

/**
 * Removes what is left of an emptied sandbox, until nothing is or it is late. What a call or a job that was under way
 * has written behind the removal, a later round finds: the mark by which that round finds the sandbox goes last, half
 * an hour after the emptying. Broken off at any point, it goes on with what is there.
 * @returns false when it is late, and the sandbox is to be taken up again at once
 * @throws RangeError when the ledger is no sandbox, or the one that test keys open
 */
export async function removeSandbox(ledger: string, clock: RemovalClock): Promise<boolean> {
  if (!isSandbox(ledger)) throw new RangeError(`${ledger} is no sandbox`);
  const record = await loadAccount(ledger);
  if (!record || !isEmptied(record)) return true;
  const account = holderOf(ledger);
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

/** Of the 15 minutes that the function has. The deletes under way then end in time. */
const RUN_MS = 13 * 60_000;

/** The worker of the queue "removals". It enqueues a sandbox again whose removal takes longer than one run. */
export const removalWorker = ({ now }: Pick<Clock, "now"> = SYSTEM_CLOCK) =>
  queueWorker(accountQueue("removals"), async ({ account }) => {
    const isDone = await removeSandbox(account, { now, until: now() + RUN_MS });
    if (!isDone) await enqueue(accountQueue("removals"), [{ account }]);
  });
