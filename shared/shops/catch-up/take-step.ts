import { ZodError } from "zod";
import { describeError } from "../../core/errors/errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import { isOpenOutcome } from "../../imports/orders/open-order.ts";
import { listOrderIds } from "../../imports/orders/store-orders.ts";
import { logger } from "../../platform/telemetry/telemetry.ts";
import {
  bookShopOrder,
  bookShopRefund,
  type Ending,
  finding,
  takeBackShopOrder,
  UNREADABLE,
  unreadableOrder,
} from "../connections/book-shop-order.ts";
import {
  type Connection,
  type FoundAccessFault,
  inboundPath,
  type ShopAccess,
} from "../connections/connection.ts";
import { deliveryHash } from "../connections/delivery.ts";
import type { Message } from "../connections/messages.ts";
import { CATCH_UP_TOPIC } from "../connections/open-orders.ts";
import { endDelivery, noteDelivery, storeMessage } from "../connections/store-inbound.ts";
import { PullFault, type ShopSession } from "../pull/ask-shop.ts";
import { PULLS } from "../pull/pulls.ts";
import {
  afterFault,
  afterPage,
  afterSearch,
  afterTakingBack,
  type CatchUp,
  done,
  type Found,
  firstDaySearched,
  isDone,
  isOngoing,
  placeWithin,
  tooManyMissing,
} from "./catch-up.ts";

/** The account, connection and run of a step. */
type CatchUpStep = {
  readonly ledger: LedgerId;
  readonly connection: Connection;
  readonly run: string;
  readonly now: Date;
};

/** Orders that are booked at once: sums that several of them change are written one after the other. */
const AT_ONCE = 4;

/**
 * Works on orders, a few at once. An error is thrown after the work that runs beside it has ended.
 * @returns the results in the order of the orders
 */
async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const some = await Promise.allSettled(items.slice(at, at + AT_ONCE).map(work));
    for (const settled of some) {
      if (settled.status === "rejected") throw settled.reason;
      results.push(settled.value);
    }
  }
  return results;
}

/** An entry of the shop's list, and what it says. */
type ListedOrder<M extends Message = Message> = {
  readonly entry: unknown;
  readonly message: M;
};
type Fetched = { readonly fetched_at: string };

/** Books an order as a message of the shop is booked, and lists it among the messages if it needs attention. */
function bookFound(
  step: CatchUpStep,
  listed: ListedOrder<Extract<Message, { is: "order" }>>,
  { refunds, fetched_at }: Fetched & { readonly refunds: readonly unknown[] },
): Promise<Ending> {
  const { ledger, connection, run, now } = step;
  const { is, ...order } = listed.message;
  const found = { ...order, refunds, fetched_at, run, hash: storedAs(listed.entry).hash };
  return listedIfOpen(step, listed, () => bookShopOrder(ledger, connection, found, now));
}

/** Books a refund that the shop lists separately from its order, in the same way. */
function bookFoundRefund(
  step: CatchUpStep,
  listed: ListedOrder<Extract<Message, { is: "refund" }>>,
  { fetched_at }: Fetched,
): Promise<Ending> {
  const { ledger, connection, run, now } = step;
  const { is, ...refund } = listed.message;
  const found = { ...refund, fetched_at, run, hash: storedAs(listed.entry).hash };
  return listedIfOpen(step, listed, () => bookShopRefund(ledger, connection, found, now));
}

async function listedIfOpen(
  step: CatchUpStep,
  listed: ListedOrder<Extract<Message, { is: "order" | "refund" }>>,
  book: () => Promise<Ending>,
): Promise<Ending> {
  const ending = await book().catch((error: unknown) => unreadableAfter(error, step, listed));
  if (isOpen(ending)) await listAsMessage(step, listed.entry, ending);
  return ending;
}

/** Opens an order on which the code itself fails: it must not stop the orders behind it. */
function unreadableAfter(
  error: unknown,
  { ledger, connection, now }: CatchUpStep,
  { entry, message }: ListedOrder<Extract<Message, { is: "order" | "refund" }>>,
): Promise<Ending> {
  if (![TypeError, RangeError, ZodError].some((kind) => error instanceof kind)) throw error;
  const { id: connection_id } = connection;
  logger.error("order of a catch-up failed", { connection_id, error: describeError(error) });
  const { order_id } = message;
  const edit =
    message.is === "order" ? { modified_at: message.modified_at } : { is_refund: true as const };
  return unreadableOrder(ledger, connection, { order_id, ...edit, ...storedAs(entry) }, now);
}

/** Lists something in the shop's list that cannot be read as an order. */
async function unreadable(step: CatchUpStep, entry: unknown): Promise<Ending> {
  const findings = [UNREADABLE];
  const ending = { outcome: "rejected", findings } as const;
  await listAsMessage(step, entry, ending);
  return ending;
}

/** Takes back an order that is no longer in the shop, and lists it among the messages. */
async function takeBackGone(step: CatchUpStep, order_id: string, at: string): Promise<Ending> {
  const { ledger, connection, run, now } = step;
  const entry = { order_id, at };
  const deleted = { ...entry, run, hash: storedAs(entry).hash };
  const ending = await takeBackShopOrder(ledger, connection, deleted, now);
  const gone = finding("taken_back", "order_gone", "The order is no longer in the shop.");
  const reported = { ...ending, findings: [gone, ...ending.findings] };
  if (ending.result !== "duplicate") await listAsMessage(step, entry, reported);
  return reported;
}

const isOpen = ({ outcome }: Ending): boolean => isOpenOutcome(outcome);

/** Returns the message as which an entry of the shop's list is stored, and its name. */
function storedAs(entry: unknown) {
  const body = new TextEncoder().encode(JSON.stringify(entry ?? null));
  return { body, hash: deliveryHash(CATCH_UP_TOPIC, body) };
}

/** Lists what was found as a message of the shop, which a person can let be booked again. */
async function listAsMessage(
  { ledger, connection, now }: CatchUpStep,
  entry: unknown,
  ending: Ending,
): Promise<void> {
  const { body, hash } = storedAs(entry);
  const name = { connection_id: connection.id, hash };
  const at = now.toISOString();
  await storeMessage(ledger, name, body);
  await noteDelivery(
    ledger,
    {
      ...name,
      topic: CATCH_UP_TOPIC,
      received_at: at,
      size_bytes: body.length,
      vendor_id: undefined,
    },
    now,
  );
  const { outcome, findings, order_id } = ending;
  const end = { outcome, findings, done_at: at, ...(order_id && { order_id }) };
  await endDelivery(ledger, name, end);
}

function countsOf(orders: number, endings: readonly Ending[]): Found {
  const count = (is: (ending: Ending) => boolean) => endings.filter(is).length;
  return {
    orders,
    changed: count(({ result }) => CHANGES.includes(result)),
    taken_back: count(({ result }) => result === "taken_back"),
    not_booked: count(isOpen),
  };
}

const CHANGES: readonly (Ending["result"] | undefined)[] = ["committed", "adjusted", "replaced"];

/** Returns the identity of a step's worker. */
const stepOf = (
  ledger: LedgerId,
  connection: Connection,
  { run }: CatchUp,
  now: Date,
): CatchUpStep => ({ ledger, connection, run, now });

/** The state after a step, and what it has found of the access; undefined if the shop was not asked. */
type Stepped = {
  readonly next: CatchUp;
  readonly access: FoundAccessFault | "sound" | undefined;
};

/**
 * Takes one step of a catch-up: books a page of modified orders, searches for some that may be deleted, or takes those
 * back that are. A step that is repeated after a crash has the same result.
 */
export async function takeStep(
  ledger: LedgerId,
  connection: Connection,
  access: ShopAccess,
  seen: CatchUp,
  now: Date,
): Promise<Stepped> {
  try {
    const shop = await PULLS[connection.kind].open(access, now);
    const next = await afterStep(shop, seen, stepOf(ledger, connection, seen, now));
    const reaches_back_to = shop.limit?.reaches_back_to;
    const found = await foundOf(shop, connection, next);
    return { next: { ...next, reaches_back_to }, access: found };
  } catch (error) {
    if (!(error instanceof PullFault)) throw error;
    const next = afterFault(seen, error, now);
    const { code, message } = error;
    return { next, access: next.state === "failed" ? { code, message } : undefined };
  }
}

const SWITCHED_OFF = "webhook_switched_off";

/** Returns what a step has found of the access. Webhooks are checked once, at the end of a catch-up. */
async function foundOf(
  shop: ShopSession,
  connection: Connection,
  next: CatchUp,
): Promise<Stepped["access"]> {
  if (!isOngoing(next)) return (await webhookFault(shop, connection)) ?? shop.limit ?? "sound";
  return connection.access?.fault?.code === SWITCHED_OFF ? undefined : (shop.limit ?? "sound");
}

/** Returns the fault of webhooks to this connection that the shop has switched off, so that no message comes any more. */
async function webhookFault(
  shop: ShopSession,
  { id }: Connection,
): Promise<FoundAccessFault | undefined> {
  const topics = (await shop.disabledWebhooks?.(inboundPath(id))) ?? [];
  const message = `the shop has switched off its webhooks of ${topics.join(", ")}`;
  return topics.length > 0 ? { code: SWITCHED_OFF, message } : undefined;
}

async function afterStep(shop: ShopSession, seen: CatchUp, step: CatchUpStep): Promise<CatchUp> {
  if (seen.phase === "modified") return pageBooked(shop, seen, step);
  if (seen.gone) return goneTakenBack(seen.gone, seen, step);
  return missingSearched(shop, seen, step);
}

async function pageBooked(shop: ShopSession, seen: CatchUp, step: CatchUpStep): Promise<CatchUp> {
  const { now, connection } = step;
  const fetched_at = now.toISOString();
  const place = placeWithin(seen, shop.limit?.reaches_back_to);
  const { orders, next } = await shop.modifiedSince(place);
  const { read } = PULLS[connection.kind];
  const listed = orders.map((entry) => ({ entry, message: read(entry) }));
  const fresh = listed.filter(isOrder).filter(({ message }) => !isDone(seen, message));
  const booked = await inTurns(fresh, async (listed) => {
    const refunds = await shop.refundsOf(listed.message.order);
    return bookFound(step, listed, { refunds, fetched_at });
  });
  const apart = listed.filter(isRefund);
  const refunded = await inTurns(apart, (listed) => bookFoundRefund(step, listed, { fetched_at }));
  const odd = listed.filter(({ message }) => message === undefined);
  const rejected = await inTurns(odd, ({ entry }) => unreadable(step, entry));
  const endings = [...booked, ...refunded, ...rejected];
  const found = countsOf(endings.length, endings);
  const after = afterPage(seen, { seen: fresh.map(({ message }) => message), next, found }, now);
  // Without the right to see all orders, one that is out of reach looks like one that was deleted.
  return !next && shop.limit ? done(after, now) : after;
}

type Listed = { readonly entry: unknown; readonly message: Message | undefined };

const isOrder = (listed: Listed): listed is ListedOrder<Extract<Message, { is: "order" }>> =>
  listed.message?.is === "order";

const isRefund = (listed: Listed): listed is ListedOrder<Extract<Message, { is: "refund" }>> =>
  listed.message?.is === "refund";

/** Orders that the shop is asked for at once. */
const SEARCHED = 100;

async function missingSearched(
  shop: ShopSession,
  seen: CatchUp,
  { ledger, connection, now }: CatchUpStep,
): Promise<CatchUp> {
  const { ids, next } = await listOrderIds(ledger, connection.id, {
    from: firstDaySearched(now),
    limit: SEARCHED,
    ...(seen.searched_to && { after: seen.searched_to }),
  });
  const present = ids.length > 0 ? await shop.present(ids) : new Set<string>();
  const missing = ids.filter((id) => !present.has(id));
  if (!seen.trusts_missing && tooManyMissing(ids.length, missing.length)) {
    const message = `${missing.length} of ${ids.length} booked orders are not in this shop`;
    throw new PullFault("orders_missing", message);
  }
  const checked = await inTurns(missing, async (id) => ((await shop.isGone(id)) ? [id] : []));
  return afterSearch(seen, { gone: checked.flat(), next }, now);
}

async function goneTakenBack(
  { ids, at }: NonNullable<CatchUp["gone"]>,
  seen: CatchUp,
  step: CatchUpStep,
): Promise<CatchUp> {
  const endings = await inTurns(ids, (id) => takeBackGone(step, id, at));
  return afterTakingBack(seen, countsOf(0, endings), step.now);
}
