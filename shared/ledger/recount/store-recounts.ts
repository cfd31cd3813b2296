import type { LedgerId } from "../../core/ids.ts";
import { outboxItem } from "../../notifications/webhooks/store-deliveries.ts";
import { tableName } from "../../platform/dynamodb/client.ts";
import {
  type Appended,
  type Follower,
  loadVersioned,
  updateVersioned,
  type VersionedItem,
} from "../../platform/dynamodb/versioned-item.ts";
import { listMonthOf } from "../../platform/table/event-list-keys.ts";
import { RECOUNT_ITEM } from "../../platform/table/items.ts";
import { recountKey } from "../../platform/table/keys.ts";
import {
  NO_RECOUNT,
  type RecountRequest,
  RecountState,
  recountEvent,
  requested,
  withEvents,
} from "./recount-state.ts";

const ITEM: VersionedItem<RecountState> = {
  key: recountKey,
  schema: RecountState,
  empty: NO_RECOUNT,
  definition: RECOUNT_ITEM,
  name: "recounts",
};

/** Reads the current state of the account's recount. */
export const loadRecount = (ledger: LedgerId): Promise<RecountState> => loadVersioned(ITEM, ledger);

/** Replaces the state by the result of `decide`, and stores the event of a completed recount; see updateVersioned. */
export const updateRecount = (
  ledger: LedgerId,
  decide: (seen: RecountState) => RecountState,
): Promise<RecountState> => updateVersioned(ITEM, ledger, decide, recountEvents);

const recountEvents: Appended<RecountState> = (ledger, before, after) => {
  const event = recountEvent(before, after);
  return event && outboxItem(ledger, event, new Date());
};

/** The months with events that this process knows, by account; a month never leaves this set. */
const withEventsHere = new Set<string>();

const MOST_REMEMBERED = 10_000;

/**
 * Records that the account has events, and the months in which they are listed. A commit calls this before it reads
 * profile and registrations. A change of settings that was written without a recount is then visible to the commit.
 */
export async function noteEvents(
  ledger: LedgerId,
  events: readonly { readonly supply_date: string }[],
): Promise<void> {
  const months = [...new Set(events.map(({ supply_date }) => listMonthOf(supply_date)))];
  const names = months.map((month) => `${tableName()} ${ledger} ${month}`);
  if (names.every((name) => withEventsHere.has(name))) return;
  await updateVersioned(ITEM, ledger, (seen) => withEvents(seen, months));
  if (withEventsHere.size >= MOST_REMEMBERED) withEventsHere.clear();
  for (const name of names) withEventsHere.add(name);
}

/** Requests a recount in the transaction of a change, if `requestedBy` returns one for the change. */
export const recountAfter = <T extends { readonly version: number }>(
  requestedBy: (before: T, changed: T) => RecountRequest | undefined,
): Follower<T, RecountState> => ({
  item: ITEM,
  after: (before, changed) => {
    const request = requestedBy(before, changed);
    return request && ((seen) => requested(seen, request));
  },
});
