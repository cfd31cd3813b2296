import { isDeepStrictEqual } from "node:util";
import type { LedgerId } from "../../core/ids.ts";
import { backOff, patience } from "../../platform/calls.ts";
import type { ShopOrderName } from "../../platform/table/connections.ts";
import type { ImportedEvent } from "../formats/outcome.ts";
import { loadOriginals } from "../jobs/store-objects.ts";
import { CHANGED, carriedOut, type OrderBooking, rejectImpossible } from "./carry-out-order.ts";
import { nameOrder } from "./name-order.ts";
import { instantOf, isOld, type OpenEdit, openAfter } from "./open-order.ts";
import { nothingOf } from "./open-orders.ts";
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
  /** Returns the part of the news that cannot be booked; absent for a file, which leaves open what was open. */
  readonly asks?: (booked: BookedNews) => OpenEdit | undefined;
};

/** The result of news, and the sales of their order as the shop has them. */
export type BookedNews = WithRefunds & { readonly sales: readonly ImportedEvent[] };

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

/**
 * Brings the ledger to what a shop says of an order. The steps are stored before they are carried out, so that a crash
 * loses none; repeating them changes nothing. News that are older than what is booked change nothing.
 * @throws DomainError `event_conflict`, `invalid_request` before anything is stored, `not_ready`
 */
export const bookOrder = async (
  ledger: LedgerId,
  news: OrderNews | RefundNews,
  booking: OrderBooking,
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
  booking: OrderBooking,
): Promise<WithRefunds> => booked(ledger, news, apart, booking);

async function booked(
  ledger: LedgerId,
  news: OrderNews | RefundNews,
  apart: RefundsApart | undefined,
  booking: OrderBooking,
): Promise<WithRefunds> {
  const giveUpAt = patience();
  for (let n = 0; ; n += 1) {
    if (n > 0) await backOff(n, giveUpAt);
    const done = await triedOnce(ledger, news, apart, booking);
    if (done !== CHANGED) return done;
  }
}

async function triedOnce(
  ledger: LedgerId,
  news: OrderNews | RefundNews,
  apart: RefundsApart | undefined,
  booking: OrderBooking,
): Promise<WithRefunds | typeof CHANGED> {
  const stored = await loadShopOrder(ledger, news);
  const seen = booking.dry_run ? stored : await carriedOut(ledger, stored, booking);
  if (seen === CHANGED) return CHANGED;
  const decision = await decided(ledger, news, apart, seen, booking);
  const { result, refunds } = decision;
  if (booking.dry_run) return { result, refunds };
  const next = nextOrder(news, decision, seen, booking);
  if (!next) return { result, refunds };
  if (decision.steps) await nameOrder(ledger, news, next);
  if (!(await saveShopOrder(ledger, next, seen))) return CHANGED;
  return (await carriedOut(ledger, next, booking)) === CHANGED ? CHANGED : { result, refunds };
}

/** The decision on news; without steps the bookings stay as they are. */
type Decision = BookedNews & {
  readonly steps?: { readonly plan: OrderPlan; readonly state: ShopOrderState };
  /** True if later news are booked, so that these say nothing. */
  readonly isOld?: boolean;
};

async function decided(
  ledger: LedgerId,
  news: OrderNews | RefundNews,
  apart: RefundsApart | undefined,
  seen: ShopOrder | undefined,
  booking: OrderBooking,
): Promise<Decision> {
  const imported = isBooked(seen) || news.wanted ? undefined : await importedOrder(ledger, news);
  const { isNew, isOld, state, wanted, refunds } = askedOf(news, apart, seen, imported);
  const known = foundBefore(news, seen);
  const { sales } = wanted;
  if (!isNew) return { result: known ?? "duplicate", refunds, sales, isOld };
  const before = await bookingsBefore(ledger, seen, imported, wanted);
  const plan = planOrder(before, wanted);
  const planned = resultOf(plan);
  if (plan.isOpen) return { result: "unpaid", refunds, sales };
  if (isEdit(planned) && booking.on_edit === "ask") return { result: "asked", refunds, sales };
  await rejectImpossible(ledger, plan.commit, booking.now);
  const result = firstResult(planned, known);
  return { result, refunds, sales, steps: { plan, state: { ...state, ...foundBy(news, result) } } };
}

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

/** Combines the news of an order with its known state. */
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
  const order = fresh ? { sales: fresh.wanted.sales, isKnown: true } : knownOrder(seen, imported);
  const refunds = apart ? outcomesOf(apart, notes, order) : [];
  const events = refunds.flatMap(eventsOfRefund);
  const isUnpaid = fresh?.wanted.isUnpaid === true;
  const wanted = { sales: order.sales, refunds: apart ? events : fresh?.wanted.refunds, isUnpaid };
  const state = { ...stateAfter(news, fresh, seen), ...(notes.length > 0 && { notes }) };
  return {
    isNew: fresh !== undefined || added !== undefined || notes !== known,
    isOld: news.wanted !== undefined && !fresh && !isSameEdit(news, seen),
    state,
    refunds,
    wanted: added ? { ...wanted, added } : wanted,
  };
}

const isSameEdit = (news: OrderNews, seen: ShopOrder | undefined): boolean =>
  news.content === seen?.content && news.modified_at === seen.modified_at;

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

/** Returns the instant and the content of what is booked afterwards. A file of the same instant leaves those of the shop. */
function said(fresh: OrderNews | undefined, seen: ShopOrder | undefined) {
  const { modified_at = "", content = "" } = seen ?? {};
  if (!fresh || isFileOf(fresh, seen)) return { modified_at, content };
  return { modified_at: instantOf(fresh, seen), content: fresh.content };
}

const isFileOf = (fresh: OrderNews, seen: ShopOrder | undefined): boolean =>
  fresh.connection_id === undefined &&
  seen?.connection_id !== undefined &&
  fresh.modified_at === seen.modified_at;

/** Returns the connection that brought an order, and the instant at which it was fetched. */
function broughtBy(news: Brought, fresh: OrderNews | undefined, seen: ShopOrder | undefined) {
  const connection_id = news.connection_id ?? seen?.connection_id;
  const { fetched_at } = (fresh && !isFileOf(fresh, seen) ? fresh : seen) ?? {};
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

/** Returns the item of an order after news; undefined if they change nothing. */
function nextOrder(
  news: OrderNews | RefundNews,
  decision: Decision,
  seen: ShopOrder | undefined,
  { commit_id }: OrderBooking,
): ShopOrder | undefined {
  const { steps } = decision;
  const asked = news.asks ? news.asks(decision) : "as before";
  const open = openedBy(news, decision, asked, seen);
  const version = (seen?.version ?? 0) + 1;
  if (!steps) {
    const isSame = isDeepStrictEqual(open, seen?.open);
    return isSame ? undefined : { ...(seen ?? nothingOf(news)), version, open };
  }
  const { take_back, commit, after } = steps.plan;
  const next = { version, ...steps.state, ...after, open, settled: seen?.settled };
  if (take_back.length === 0 && commit.length === 0) return next;
  const opens = asked === "as before" ? { is_open: true } : asked && { open: asked };
  // The order stays open until its events are committed: until then its period is not complete.
  return { ...next, open: seen?.open ?? open, pending: { take_back, commit, commit_id, ...opens } };
}

/** Returns the open part of an order after news. Old news change nothing, and those of a file only when they are booked. */
function openedBy(
  news: OrderNews | RefundNews,
  { steps, isOld }: Decision,
  asked: OpenEdit | "as before" | undefined,
  seen: ShopOrder | undefined,
) {
  if (isOld || (!steps && !news.asks)) return seen?.open;
  const modified_at = news.wanted ? instantOf(news, seen) : (seen?.modified_at ?? "");
  const { notes } = steps?.state ?? seen ?? {};
  return openAfter({ modified_at, asked, notes }, seen);
}
