import { randomUUID } from "node:crypto";
import { DomainError } from "../../core/errors/errors.ts";
import { fingerprintOf } from "../../core/hash.ts";
import { changeEvent } from "../../ledger/commit/change-event.ts";
import { commitEvents } from "../../ledger/commit/commit-events.ts";
import type { EventRecord } from "../../ledger/events/event-record.ts";
import { undoneRecord } from "../../ledger/events/re-evaluate.ts";
import { NewEvent } from "../../ledger/events/schema.ts";
import { loadEventStates } from "../../ledger/events/store-events.ts";
import { withoutFreeText } from "../../ledger/records/free-text.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { backOff, patience } from "../../platform/retries.ts";
import type { ShopOrderName } from "../../platform/table/connection-keys.ts";
import { boundariesOf } from "../../vat/schemes/registration-segments.ts";
import type { ImportedEvent } from "../formats/outcome.ts";
import { instantOf, isOld } from "./order-age.ts";
import {
  type Bookings,
  NO_BOOKINGS,
  type OrderPlan,
  planOrder,
  type WantedEvents,
} from "./order-plan.ts";
import {
  loadShopOrder,
  type ORDER_RESULTS,
  type ShopOrder,
  saveShopOrder,
} from "./store-orders.ts";

/** What a shop says of one order at one instant. */
export type OrderNews = ShopOrderName & {
  readonly modified_at: string;
  /** Hash of what the shop says. */
  readonly content: string;
  readonly wanted: WantedEvents;
  /** The connection that brings the news. */
  readonly connection_id?: string;
  /** The instant at which the shop was asked; absent if it sent the news by itself. */
  readonly fetched_at?: string;
  /** The catch-up that asked. */
  readonly run?: string;
};

/** The result of booking an order. `asked` is an edit that waits for a decision. */
export type OrderResult = (typeof ORDER_RESULTS)[number] | "asked";

/** The author of changes, for the history of events. */
type Booking = { readonly key_id: string; readonly on_edit: "adjust" | "ask"; readonly now: Date };

/**
 * Brings the ledger to what a shop says of an order. The steps are stored before they are carried out, so that a crash
 * loses none; repeating them changes nothing. News that are older than what is booked change nothing.
 * @throws DomainError `event_conflict`, `invalid_request` before anything is stored, `not_ready`
 */
export async function bookOrder(
  account: string,
  news: OrderNews,
  booking: Booking,
): Promise<OrderResult> {
  const giveUpAt = patience();
  for (let n = 0; ; n += 1) {
    if (n > 0) await backOff(n, giveUpAt);
    const result = await triedOnce(account, news, booking);
    if (result !== CHANGED) return result;
  }
}

/** The result of a step whose order another writer has changed meanwhile. */
const CHANGED = "changed";

async function triedOnce(
  account: string,
  news: OrderNews,
  booking: Booking,
): Promise<OrderResult | typeof CHANGED> {
  const seen = await carriedOut(account, await loadShopOrder(account, news), booking);
  if (seen === CHANGED) return CHANGED;
  if (seen && isOld(news, seen)) return foundBefore(news, seen) ?? "duplicate";
  const before = seen ?? (await adopted(account, news.wanted));
  const plan = planOrder(before, news.wanted);
  const result = resultOf(plan);
  if (isEdit(result) && booking.on_edit === "ask") return "asked";
  await rejectImpossible(account, plan.commit, booking.now);
  const next = nextOrder(news, seen, plan, result);
  if (!(await saveShopOrder(account, next))) return CHANGED;
  return (await carriedOut(account, next, booking)) === CHANGED ? CHANGED : result;
}

const isEdit = (result: OrderResult): boolean => result !== "committed" && result !== "duplicate";

/** Returns the result that the same step of a catch-up had before it was interrupted, so that it counts the same again. */
const foundBefore = ({ run, content }: OrderNews, { found, content: booked }: ShopOrder) =>
  run !== undefined && found?.run === run && content === booked ? found.result : undefined;

function resultOf({ take_back, commit, after }: OrderPlan): OrderResult {
  if (take_back.length === 0 && commit.length === 0) return "duplicate";
  if (after.booked.length === 0) return "taken_back";
  if (take_back.length > 0) return "replaced";
  return commit.some(({ event_type }) => event_type === "adjustment") ? "adjusted" : "committed";
}

function nextOrder(
  news: OrderNews,
  seen: ShopOrder | undefined,
  plan: OrderPlan,
  result: OrderResult,
): ShopOrder {
  const { source_id, order_id, content, connection_id, fetched_at, run } = news;
  const { take_back, commit, after } = plan;
  const isStill = take_back.length === 0 && commit.length === 0;
  const found = run !== undefined && result !== "asked" ? { run, result } : undefined;
  return {
    version: (seen?.version ?? 0) + 1,
    source_id,
    order_id,
    modified_at: instantOf(news, seen),
    content,
    ...(connection_id && { connection_id }),
    ...(fetched_at && { fetched_at }),
    ...(found && { found }),
    ...after,
    ...(isStill ? {} : { pending: { take_back, commit } }),
  };
}

/** Carries out the pending steps of an order. Returns the order without them, or CHANGED if another writer was faster. */
async function carriedOut(
  account: string,
  order: ShopOrder | undefined,
  { key_id, now }: Booking,
): Promise<ShopOrder | undefined | typeof CHANGED> {
  if (!order?.pending) return order;
  const { pending, ...settled } = order;
  for (const id of pending.take_back)
    await takeBack(account, id, { key_id, at: now.toISOString() });
  const events = pending.commit.map((one) => NewEvent.parse(one));
  if (events.length > 0) await commitEvents(account, events, now, { commit_id: randomUUID() });
  const next = { ...settled, version: order.version + 1 };
  return (await saveShopOrder(account, next)) ? next : CHANGED;
}

/**
 * Finds events that the order would have and that another way has booked, such as a file import. They are taken for the
 * order's own.
 */
async function adopted(account: string, { sales, refunds = [] }: WantedEvents): Promise<Bookings> {
  const wanted = [...sales, ...refunds];
  const states = await loadEventStates(
    account,
    wanted.map(({ event_id }) => event_id),
  );
  const booked = wanted.flatMap(({ event_id }) => {
    const record = states.get(event_id)?.event;
    if (!record || record.undone) return [];
    return [{ base: event_id, event: asImported(record), adjustments: [] }];
  });
  return booked.length === 0 ? NO_BOOKINGS : { booked, used: booked.map(({ base }) => base) };
}

/** Returns the fields of a stored event that its order needs. */
const asImported = (record: EventRecord): ImportedEvent => ({
  event_id: record.event_id,
  event_type: record.event_type,
  ...(record.original_event_id && { original_event_id: record.original_event_id }),
  supply_date: record.supply_date,
  supply_kind: record.supply_kind,
  ...(record.dispatch_country && { dispatch_country: record.dispatch_country }),
  ...(record.establishment_country && { establishment_country: record.establishment_country }),
  ...(record.origin_country && { origin_country: record.origin_country }),
  consumption_country: record.consumption_country,
  currency: record.currency,
  taxable_amount_minor: record.taxable_amount_minor,
  vat_amount_minor: record.vat_amount_minor,
  vat_rate_bps: record.vat_rate_bps,
  rate_category: record.rate_category,
  source_id: record.source_id,
  transaction_id: record.transaction_id,
});

/** Rejects events that the ledger does not take, before a step is stored that could never be carried out. */
async function rejectImpossible(
  account: string,
  events: readonly ImportedEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return;
  const parsed = events.map((one) => NewEvent.parse(one));
  await commitEvents(account, parsed, now, { dry_run: true });
}

type Step = { readonly key_id: string; readonly at: string };

/** Takes an event back: it never took place. Its free text is erased, as that of an undone import. */
async function takeBack(account: string, id: string, step: Step): Promise<void> {
  const { items } = await loadRegistrations(account);
  try {
    await changeEvent(account, boundariesOf(items), id, (seen) =>
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
