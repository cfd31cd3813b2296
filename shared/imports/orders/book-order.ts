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
import { backOff, patience } from "../../platform/calls.ts";
import type { ShopOrderName } from "../../platform/table/connections.ts";
import { boundariesOf } from "../../vat/schemes/registration-segments.ts";
import type { ImportedEvent } from "../formats/outcome.ts";
import { loadOriginals } from "../jobs/store-objects.ts";
import { nameOrder } from "./name-order.ts";
import { instantOf, isOld, isOpenOutcome, openAfter } from "./open-order.ts";
import {
  adopted,
  type Bookings,
  bookingsInLedger,
  bookingsOf,
  NO_BOOKINGS,
  type OrderPlan,
  planOrder,
  salesIn,
  type WantedEvents,
} from "./order-plan.ts";
import {
  type KnownOrder,
  outcomesOf,
  type RefundOutcome,
  type RefundsApart,
  withNotes,
} from "./refund-notes.ts";
import {
  loadShopOrder,
  type ORDER_RESULTS,
  type ShopOrder,
  saveShopOrder,
} from "./store-orders.ts";

/** The source of news of an order: a message of the shop, or a catch-up. */
type Brought = {
  readonly connection_id?: string;
  /** The instant at which the shop was asked; absent if it sent the news by itself. */
  readonly fetched_at?: string;
  /** The catch-up that asked. */
  readonly run?: string;
  /** True if something of the news cannot be booked, so that an open edit of the same instant stays open. */
  readonly isOpen?: boolean;
};

/** An order as the shop had it at one instant. */
export type OrderNews = ShopOrderName &
  Brought & {
    readonly modified_at: string;
    /** The name that the shop shows for the order. */
    readonly name?: string | undefined;
    /** Hash of what the shop says. */
    readonly content: string;
    readonly wanted: WantedEvents;
  };

/** Refunds that the shop reports without their order. */
type RefundNews = ShopOrderName &
  Brought & {
    readonly wanted?: undefined;
    readonly name?: undefined;
    /** Refunds of a file, to be booked beside those of the order that are booked. */
    readonly added?: readonly ImportedEvent[];
  };

/**
 * The result of booking an order. `asked` is an edit that waits for a decision; `unpaid` is a booked order that the
 * shop says is not paid.
 */
export type OrderResult = (typeof ORDER_RESULTS)[number] | "asked" | "unpaid";

/** The author of changes, for the history of events. */
type Booking = {
  readonly key_id: string;
  readonly on_edit: "adjust" | "ask";
  readonly now: Date;
  /** The request that the events are committed under; absent for one of their own. */
  readonly commit_id?: string;
  /** Nothing is written; the result is that of booking the order. */
  readonly dry_run?: boolean;
};

/**
 * Brings the ledger to what a shop says of an order. The steps are stored before they are carried out, so that a crash
 * loses none; repeating them changes nothing. News that are older than what is booked change nothing.
 * @throws DomainError `event_conflict`, `invalid_request` before anything is stored, `not_ready`
 */
export const bookOrder = async (
  ledger: LedgerId,
  news: OrderNews | RefundNews,
  booking: Booking,
): Promise<OrderResult> => (await booked(ledger, news, undefined, booking)).result;

/** The result of booking an order whose refunds are told separately, and the outcomes of these refunds. */
export type WithRefunds = {
  readonly result: OrderResult;
  readonly refunds: readonly RefundOutcome[];
};

/**
 * Brings the ledger to what a shop says of an order, or of refunds that it tells separately. A refund that arrives before
 * its order is stored with the order, and is booked when the order arrives.
 * @throws DomainError as `bookOrder`
 */
export const bookWithRefunds = (
  ledger: LedgerId,
  news: OrderNews | RefundNews,
  apart: RefundsApart,
  booking: Booking,
): Promise<WithRefunds> => booked(ledger, news, apart, booking);

async function booked(
  ledger: LedgerId,
  news: OrderNews | RefundNews,
  apart: RefundsApart | undefined,
  booking: Booking,
): Promise<WithRefunds> {
  const giveUpAt = patience();
  for (let n = 0; ; n += 1) {
    if (n > 0) await backOff(n, giveUpAt);
    const done = await triedOnce(ledger, news, apart, booking);
    if (done !== CHANGED) return done;
  }
}

/** The result of a step whose order another writer has changed meanwhile. */
const CHANGED = "changed";

async function triedOnce(
  ledger: LedgerId,
  news: OrderNews | RefundNews,
  apart: RefundsApart | undefined,
  booking: Booking,
): Promise<WithRefunds | typeof CHANGED> {
  const stored = await loadShopOrder(ledger, news);
  const seen = booking.dry_run ? stored : await carriedOut(ledger, stored, booking);
  if (seen === CHANGED) return CHANGED;
  const imported = isBooked(seen) || news.wanted ? undefined : await importedOrder(ledger, news);
  const asked = askedOf(news, apart, seen, imported);
  const known = foundBefore(news, seen);
  if (!asked) return { result: known ?? "duplicate", refunds: [] };
  const { state, wanted, refunds } = asked;
  const before = await bookingsBefore(ledger, seen, imported, wanted);
  const plan = planOrder(before, wanted);
  const planned = resultOf(plan);
  if (plan.isOpen) return { result: "unpaid", refunds };
  if (isEdit(planned) && booking.on_edit === "ask") return { result: "asked", refunds };
  await rejectImpossible(ledger, plan.commit, booking.now);
  if (booking.dry_run) return { result: planned, refunds };
  const result = firstResult(planned, known);
  const { commit_id } = booking;
  const is_open = leavesOpen(news, refunds);
  const next = nextOrder({ ...state, ...foundBy(news, result) }, seen, plan, {
    commit_id,
    is_open,
  });
  await nameOrder(ledger, news, next);
  if (!(await saveShopOrder(ledger, next, seen))) return CHANGED;
  return (await carriedOut(ledger, next, booking)) === CHANGED ? CHANGED : { result, refunds };
}

/** True if the order or a refund that came separately cannot be booked whole. */
const leavesOpen = ({ isOpen = false }: Brought, refunds: readonly RefundOutcome[]): boolean =>
  isOpen || refunds.some(({ outcome }) => isOpenOutcome(outcome.outcome));

/** Returns the bookings of an order: those of its item, or those that another way has booked, such as a file import. */
async function bookingsBefore(
  ledger: LedgerId,
  seen: ShopOrder | undefined,
  imported: ImportedOrder | undefined,
  wanted: WantedEvents,
): Promise<Bookings> {
  if (isBooked(seen)) return bookingsInLedger(ledger, seen);
  return imported?.bookings ?? adopted(ledger, wanted);
}

/** True if some of an order was ever booked through its item. An item may also hold only what waits. */
const isBooked = (seen: ShopOrder | undefined): seen is ShopOrder => (seen?.used.length ?? 0) > 0;

/** An order that is known only from a file. */
type ImportedOrder = { readonly bookings: Bookings; readonly isKnown: boolean };

/** Finds the sales of an order that a file import has booked. */
async function importedOrder(
  ledger: LedgerId,
  { source_id, order_id }: ShopOrderName,
): Promise<ImportedOrder> {
  const original = (await loadOriginals(ledger, source_id, [order_id])).get(order_id);
  if (!original) return { bookings: NO_BOOKINGS, isKnown: false };
  const ids = "parts" in original ? original.parts.map(({ event_id }) => event_id) : [];
  return { bookings: await bookingsOf(ledger, ids), isKnown: true };
}

type Result = (typeof ORDER_RESULTS)[number];

/** Returns the result that the same step of a catch-up had before it was interrupted, so that it counts the same again. */
function foundBefore(
  news: OrderNews | RefundNews,
  seen: ShopOrder | undefined,
): Result | undefined {
  const isSame = news.wanted === undefined || news.content === seen?.content;
  const isOfRun = news.run !== undefined && seen?.found?.run === news.run;
  return isSame && isOfRun ? seen?.found?.result : undefined;
}

const firstResult = (planned: Result, known: Result | undefined): Result =>
  planned === "duplicate" ? (known ?? planned) : planned;

/** Returns what a catch-up has found, for a step of it that is repeated. */
const foundBy = ({ run }: Brought, result: Result) =>
  run === undefined ? {} : { found: { run, result } };

type ShopOrderState = Pick<
  ShopOrder,
  | "source_id"
  | "order_id"
  | "modified_at"
  | "content"
  | "notes"
  | "connection_id"
  | "fetched_at"
  | "found"
>;

/** Combines the news of an order with its known state; returns undefined if they add nothing. */
function askedOf(
  news: OrderNews | RefundNews,
  apart: RefundsApart | undefined,
  seen: ShopOrder | undefined,
  imported: ImportedOrder | undefined,
) {
  const known = seen?.notes ?? [];
  const notes = withNotes(known, apart?.notes ?? []);
  const fresh = news.wanted && !(seen && isOld(news, seen)) ? news : undefined;
  const { added } = { added: undefined, ...news };
  if (!fresh && !added && notes === known) return undefined;
  const order = fresh ? { sales: fresh.wanted.sales, isKnown: true } : knownOrder(seen, imported);
  const refunds = apart ? outcomesOf(apart, notes, order) : [];
  const events = refunds.flatMap(eventsOfRefund);
  const isUnpaid = fresh?.wanted.isUnpaid === true;
  const wanted = { sales: order.sales, refunds: apart ? events : fresh?.wanted.refunds, isUnpaid };
  const state = { ...stateAfter(news, fresh, seen), ...(notes.length > 0 && { notes }) };
  return { state, refunds, wanted: added ? { ...wanted, added } : wanted };
}

const eventsOfRefund = ({ outcome }: RefundOutcome): readonly ImportedEvent[] =>
  outcome.outcome === "event" ? outcome.events : [];

/** Returns what the item of an order says of the shop afterwards. */
const stateAfter = (
  news: OrderNews | RefundNews,
  fresh: OrderNews | undefined,
  seen: ShopOrder | undefined,
): ShopOrderState => ({
  source_id: news.source_id,
  order_id: news.order_id,
  ...said(fresh, seen),
  ...broughtBy(news, fresh, seen),
});

/** Returns the instant and the content of what is booked afterwards. */
function said(fresh: OrderNews | undefined, seen: ShopOrder | undefined) {
  if (fresh) return { modified_at: instantOf(fresh, seen), content: fresh.content };
  const { modified_at = "", content = "" } = seen ?? {};
  return { modified_at, content };
}

/** Returns the connection that brought an order, and the instant at which it was fetched. */
function broughtBy(news: Brought, fresh: OrderNews | undefined, seen: ShopOrder | undefined) {
  const connection_id = news.connection_id ?? seen?.connection_id;
  const { fetched_at } = fresh ?? seen ?? {};
  return { ...(connection_id && { connection_id }), ...(fetched_at && { fetched_at }) };
}

/** Returns what is known of an order of which the news say nothing. */
const knownOrder = (
  seen: ShopOrder | undefined,
  imported: ImportedOrder | undefined,
): KnownOrder => ({
  sales: salesIn(isBooked(seen) ? seen : (imported?.bookings ?? NO_BOOKINGS)),
  isKnown: (seen?.modified_at ?? "") !== "" || (imported?.isKnown ?? false),
});

const isEdit = (result: Result): boolean => result !== "committed" && result !== "duplicate";

function resultOf({ take_back, commit, after }: OrderPlan): Result {
  if (take_back.length === 0 && commit.length === 0) return "duplicate";
  if (after.booked.length === 0) return "taken_back";
  if (take_back.length > 0) return "replaced";
  return commit.some(({ event_type }) => event_type === "adjustment") ? "adjusted" : "committed";
}

function nextOrder(
  state: ShopOrderState,
  seen: ShopOrder | undefined,
  { take_back, commit, after }: OrderPlan,
  of: { readonly commit_id: string | undefined; readonly is_open: boolean },
): ShopOrder {
  const isStill = take_back.length === 0 && commit.length === 0;
  return {
    version: (seen?.version ?? 0) + 1,
    ...state,
    ...after,
    // The order stays open until its events are committed: until then its period is not complete.
    open: isStill ? openAfter({ ...state, ...of }, seen?.open) : seen?.open,
    settled: seen?.settled,
    ...(isStill ? {} : { pending: { take_back, commit, ...of } }),
  };
}

/** Carries out the pending steps of an order. Returns the order without them, or CHANGED if another writer was faster. */
async function carriedOut(
  ledger: LedgerId,
  order: ShopOrder | undefined,
  { key_id, now }: Booking,
): Promise<ShopOrder | undefined | typeof CHANGED> {
  if (!order?.pending) return order;
  const { pending, ...settled } = order;
  for (const id of pending.take_back) await takeBack(ledger, id, { key_id, at: now.toISOString() });
  const events = pending.commit.map((event) => NewEvent.parse(event));
  const { commit_id = randomUUID() } = pending;
  if (events.length > 0) await commitEvents(ledger, events, now, { commit_id });
  const open = openAfter({ ...pending, modified_at: order.modified_at }, order.open);
  const next = { ...settled, open, version: order.version + 1 };
  return (await saveShopOrder(ledger, next, order)) ? next : CHANGED;
}

/** Rejects events that the ledger does not take, before a step is stored that could never be carried out. */
async function rejectImpossible(
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
