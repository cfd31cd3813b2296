import { randomUUID } from "node:crypto";
import { DomainError } from "../../core/errors/errors.ts";
import { fingerprintOf } from "../../core/hash.ts";
import type { EventId, LedgerId } from "../../core/ids.ts";
import { changeEvent } from "../../ledger/commit/change-event.ts";
import { commitEvents } from "../../ledger/commit/commit-events.ts";
import { undoneRecord } from "../../ledger/events/re-evaluate.ts";
import { NewEvent } from "../../ledger/events/schema.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { withoutFreeText } from "../../ledger/supply-records/free-text.ts";
import { boundariesOf } from "../../vat/schemes/registration-segments.ts";
import type { ImportedEvent } from "../formats/outcome.ts";
import { NO_LONGER_PAID, openAfter } from "./open-order.ts";
import { bookedGross } from "./order-plan.ts";
import { type ShopOrder, saveShopOrder } from "./store-orders.ts";

/** The author of changes, for the history of events. */
export type OrderBooking = {
  readonly key_id: string;
  readonly on_edit: "adjust" | "ask";
  readonly now: Date;
  /** The request that the events are committed under; absent for one of their own. */
  readonly commit_id?: string;
  /** Nothing is written; the result is that of booking the order. */
  readonly dry_run?: boolean;
};

/** The result of a step whose order another writer has changed meanwhile. */
export const CHANGED = "changed";

/** Carries out the pending steps of an order. Returns the order without them, or CHANGED if another writer was faster. */
export async function carriedOut(
  ledger: LedgerId,
  order: ShopOrder | undefined,
  { key_id, now }: OrderBooking,
): Promise<ShopOrder | undefined | typeof CHANGED> {
  if (!order?.pending) return order;
  const { pending, ...settled } = order;
  for (const id of pending.take_back) await takeBack(ledger, id, { key_id, at: now.toISOString() });
  const events = pending.commit.map((event) => NewEvent.parse(event));
  const { commit_id = randomUUID() } = pending;
  if (events.length > 0) await commitEvents(ledger, events, now, { commit_id });
  const asked = pending.open ?? (pending.is_open ? "as before" : undefined);
  const { modified_at, notes } = order;
  const open = openAfter({ modified_at, asked, notes }, order);
  const next = { ...settled, open: stillAsked(order, open), version: order.version + 1 };
  return (await saveShopOrder(ledger, next, order)) ? next : CHANGED;
}

/** Leaves out an edit that is open for bookings alone, once an older edit that came late has taken all of them back. */
const stillAsked = (order: ShopOrder, open: ShopOrder["open"]): ShopOrder["open"] =>
  bookedGross(order) === 0 && open?.findings.some(({ reason }) => reason === NO_LONGER_PAID)
    ? undefined
    : open;

/** Rejects events that the ledger does not take, before a step is stored that could never be carried out. */
export async function rejectImpossible(
  ledger: LedgerId,
  events: readonly ImportedEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return;
  const parsed = events.map((event) => NewEvent.parse(event));
  await commitEvents(ledger, parsed, now, { dry_run: true });
}

type BookingAuthor = { readonly key_id: string; readonly at: string };

/** Takes an event back: it never took place. Its free text is erased, as that of an undone import. */
async function takeBack(ledger: LedgerId, id: EventId, step: BookingAuthor): Promise<void> {
  const { items } = await loadRegistrations(ledger);
  try {
    await changeEvent(ledger, boundariesOf(items), id, (seen) =>
      seen.undone
        ? seen
        : undoneRecord(
            withoutFreeText(
              { ...seen, treatment: "outside_scope" as const },
              new Date(step.at),
              fingerprintOf,
            ),
            step,
          ),
    );
  } catch (error) {
    // Another worker with the same steps was faster.
    if (!(error instanceof DomainError && error.code === "not_found")) throw error;
  }
}
