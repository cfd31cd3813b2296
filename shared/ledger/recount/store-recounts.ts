import type { LedgerId } from "../../core/ids.ts";
import { outboxItem } from "../../notifications/webhooks/store-deliveries.ts";
import { tableName } from "../../platform/dynamodb/client.ts";
import {
  type Appended,
  type Follower,
  loadVersioned,
  updateVersioned,
  type VersionedItem,
  valueIn,
} from "../../platform/dynamodb/versioned-item.ts";
import { listMonthOf } from "../../platform/table/event-list-keys.ts";
import { RECOUNT_ITEM } from "../../platform/table/items.ts";
import { recountKey } from "../../platform/table/keys.ts";
import { periodKindOf } from "../../vat/schemes/schemes.ts";
import type { SupplyKind } from "../../vat/schemes/supply-event.ts";
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

export const recountIn = (found: object | undefined): RecountState => valueIn(ITEM, found);

/** Replaces the state by the result of `decide`, and stores the event of a completed recount; see updateVersioned. */
export const updateRecount = (
  ledger: LedgerId,
  decide: (seen: RecountState) => RecountState,
): Promise<RecountState> => updateVersioned(ITEM, ledger, decide, recountEvents);

const recountEvents: Appended<RecountState> = (ledger, before, after) => {
  const event = recountEvent(before, after);
  return event && outboxItem(ledger, event, new Date());
};

/** The months and kinds of periods with events that this process knows, by account; none ever leaves this set. */
const withEventsHere = new Set<string>();

const MOST_REMEMBERED = 10_000;

/** An event, as far as it is noted. One without a kind corrects a sale that was noted with its own. */
export type NotedEvent = {
  readonly supply_date: string;
  readonly supply_kind?: SupplyKind | undefined;
};

/** Returns the months in which events are listed, and the kinds of periods in which they count. */
export const notedOf = (events: readonly NotedEvent[]) => ({
  months: [...new Set(events.map(({ supply_date }) => listMonthOf(supply_date)))],
  kinds: [
    ...new Set(
      events.flatMap(({ supply_kind }) => (supply_kind ? [periodKindOf({ supply_kind })] : [])),
    ),
  ],
});

/**
 * Records that the account has events, the months in which they are listed, and the kinds of periods that they count
 * in. A commit calls this before it reads profile and registrations. A change of settings that was written without a
 * recount is then visible to the commit.
 */
export async function noteEvents(ledger: LedgerId, events: readonly NotedEvent[]): Promise<void> {
  const noted = notedOf(events);
  const names = [...noted.months, ...noted.kinds].map((one) => `${tableName()} ${ledger} ${one}`);
  if (names.every((name) => withEventsHere.has(name))) return;
  await updateVersioned(ITEM, ledger, (seen) => withEvents(seen, noted));
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
