import { ZodError } from "zod";
import { describeError } from "../../core/errors/errors.ts";
import { logger } from "../../platform/telemetry/telemetry.ts";
import {
  bookShopOrder,
  bookShopRefund,
  type Ending,
  type FoundOrder,
  finding,
  type RefundOfShop,
  takeBackShopOrder,
} from "../connections/book-shop-order.ts";
import type { Connection } from "../connections/connection.ts";
import { deliveryHash } from "../connections/delivery.ts";
import { endDelivery, noteDelivery } from "../connections/store-inbound.ts";
import type { CatchUp, Found } from "./catch-up.ts";

/** The topic under which orders that a catch-up has found are listed among the messages of the shop. */
const CATCH_UP_TOPIC = "catch-up";

/** The account, connection and run of a step. */
export type CatchUpStep = {
  readonly account: string;
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
export async function inTurns<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const some = await Promise.allSettled(items.slice(at, at + AT_ONCE).map(work));
    for (const one of some) {
      if (one.status === "rejected") throw one.reason;
      results.push(one.value);
    }
  }
  return results;
}

/** Books an order as a message of the shop is booked, and lists it among the messages if it needs attention. */
export const bookFound = (step: CatchUpStep, order: FoundOrder): Promise<Ending> =>
  notedIfOpen(step, order.order_id, [order.order, order.refunds], () =>
    bookShopOrder(step.account, step.connection, { ...order, run: step.run }, step.now),
  );

/** Books a refund that the shop lists separately from its order, in the same way. */
export const bookFoundRefund = (step: CatchUpStep, refund: RefundOfShop): Promise<Ending> =>
  notedIfOpen(step, refund.order_id, [refund.refund], () =>
    bookShopRefund(step.account, step.connection, { ...refund, run: step.run }, step.now),
  );

async function notedIfOpen(
  step: CatchUpStep,
  order_id: string,
  content: readonly unknown[],
  book: () => Promise<Ending>,
): Promise<Ending> {
  try {
    const ending = await book();
    await noteOpen(step, JSON.stringify(content), ending);
    return ending;
  } catch (error) {
    if (!isOfOrder(error)) throw error;
    const { id: connection_id } = step.connection;
    logger.error("order of a catch-up failed", {
      connection_id,
      order_id,
      error: describeError(error),
    });
    return unreadable(step, content, order_id);
  }
}

/** True for errors of the code: an order that provokes one must not stop those behind it. */
const isOfOrder = (error: unknown): boolean =>
  [TypeError, RangeError, ZodError].some((kind) => error instanceof kind);

/** Lists something in the shop's list that cannot be read as an order. */
export async function unreadable(
  step: CatchUpStep,
  order: unknown,
  order_id?: string,
): Promise<Ending> {
  const message = "This is no order as the shop writes it.";
  const findings = [finding("rejected", "body_unreadable", message)];
  const ending: Ending = { outcome: "rejected", findings, ...(order_id && { order_id }) };
  await noteOpen(step, JSON.stringify(order ?? null), ending);
  return ending;
}

/** Takes back an order that is no longer in the shop, and lists it among the messages. */
export async function takeBackGone(
  step: CatchUpStep,
  order_id: string,
  at: string,
): Promise<Ending> {
  const { account, connection, run, now } = step;
  const ending = await takeBackShopOrder(account, connection, { order_id, at, run }, now);
  const gone = finding("taken_back", "order_gone", "The order is no longer in the shop.");
  const told = { ...ending, findings: [gone, ...ending.findings] };
  if (ending.result !== "duplicate") await noted(step, `${order_id} ${at}`, told);
  return told;
}

const isOpen = ({ outcome }: Ending): boolean => outcome === "unresolved" || outcome === "rejected";

async function noteOpen(step: CatchUpStep, body: string, ending: Ending): Promise<void> {
  if (isOpen(ending)) await noted(step, body, ending);
}

async function noted(
  { account, connection, now }: CatchUpStep,
  body: string,
  { outcome, findings, order_id }: Ending,
): Promise<void> {
  const bytes = new TextEncoder().encode(body);
  const name = { connection_id: connection.id, hash: deliveryHash(CATCH_UP_TOPIC, bytes) };
  const at = now.toISOString();
  const size_bytes = bytes.length;
  const arrived = {
    ...name,
    topic: CATCH_UP_TOPIC,
    received_at: at,
    size_bytes,
    vendor_id: undefined,
  };
  await noteDelivery(account, arrived, now);
  const end = { outcome, findings, done_at: at, ...(order_id && { order_id }) };
  await endDelivery(account, name, end);
}

/** Counts what became of orders. */
export function countsOf(orders: number, endings: readonly Ending[]): Found {
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
export const stepOf = (
  account: string,
  connection: Connection,
  { run }: CatchUp,
  now: Date,
): CatchUpStep => ({ account, connection, run, now });
