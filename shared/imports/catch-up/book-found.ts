import { ZodError } from "zod";
import { describeError } from "../../core/errors/errors.ts";
import { logger } from "../../platform/telemetry/telemetry.ts";
import {
  bookShopOrder,
  bookShopRefund,
  type Ending,
  finding,
  takeBackShopOrder,
} from "../connections/book-shop-order.ts";
import type { Connection } from "../connections/connection.ts";
import { deliveryHash } from "../connections/delivery.ts";
import { CATCH_UP_TOPIC, noteOpen } from "../connections/note-open.ts";
import { endDelivery, noteDelivery, storeMessage } from "../connections/store-inbound.ts";
import type { Message } from "../connections/topics.ts";
import { isOpenOutcome } from "../orders/open-order.ts";
import type { CatchUp, Found } from "./catch-up.ts";

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

/** An entry of the shop's list, and what it says. */
export type ListedOrder<M extends Message = Message> = {
  readonly entry: unknown;
  readonly message: M;
};
type Fetched = { readonly fetched_at: string };

/** Books an order as a message of the shop is booked, and lists it among the messages if it needs attention. */
export function bookFound(
  step: CatchUpStep,
  listed: ListedOrder<Extract<Message, { is: "order" }>>,
  { refunds, fetched_at }: Fetched & { readonly refunds: readonly unknown[] },
): Promise<Ending> {
  const { account, connection, run, now } = step;
  const { is, ...order } = listed.message;
  const found = { ...order, refunds, fetched_at, run };
  return listedIfOpen(step, listed, () => bookShopOrder(account, connection, found, now));
}

/** Books a refund that the shop lists separately from its order, in the same way. */
export function bookFoundRefund(
  step: CatchUpStep,
  listed: ListedOrder<Extract<Message, { is: "refund" }>>,
  { fetched_at }: Fetched,
): Promise<Ending> {
  const { account, connection, run, now } = step;
  const { is, ...refund } = listed.message;
  const found = { ...refund, fetched_at, run };
  return listedIfOpen(step, listed, () => bookShopRefund(account, connection, found, now));
}

async function listedIfOpen(
  step: CatchUpStep,
  { entry, message }: ListedOrder,
  book: () => Promise<Ending>,
): Promise<Ending> {
  const ending = await book().catch((error: unknown) => unreadableAfter(error, step));
  if (isOpen(ending)) await listAsMessage(step, entry, message, ending);
  return ending;
}

/** Returns the ending of an order on which the code itself fails: it must not stop the orders behind it. */
function unreadableAfter(error: unknown, { connection }: CatchUpStep): Ending {
  if (![TypeError, RangeError, ZodError].some((kind) => error instanceof kind)) throw error;
  const { id: connection_id } = connection;
  logger.error("order of a catch-up failed", { connection_id, error: describeError(error) });
  return UNREADABLE;
}

const UNREADABLE: Ending = {
  outcome: "rejected",
  findings: [finding("rejected", "body_unreadable", "This is no order as the shop writes it.")],
};

/** Lists something in the shop's list that cannot be read as an order. */
export async function unreadable(step: CatchUpStep, entry: unknown): Promise<Ending> {
  await listAsMessage(step, entry, undefined, UNREADABLE);
  return UNREADABLE;
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
  const message = { is: "deleted", order_id } as const;
  if (ending.result !== "duplicate") await listAsMessage(step, { order_id, at }, message, told);
  return told;
}

const isOpen = ({ outcome }: Ending): boolean => isOpenOutcome(outcome);

/** Lists what was found as a message of the shop, which a person can let be booked again. */
async function listAsMessage(
  { account, connection, now }: CatchUpStep,
  entry: unknown,
  message: Message | undefined,
  ending: Ending,
): Promise<void> {
  const body = new TextEncoder().encode(JSON.stringify(entry ?? null));
  const name = { connection_id: connection.id, hash: deliveryHash(CATCH_UP_TOPIC, body) };
  const { hash } = name;
  const at = now.toISOString();
  await storeMessage(account, name, body);
  const before = await noteDelivery(
    account,
    {
      ...name,
      topic: CATCH_UP_TOPIC,
      received_at: at,
      size_bytes: body.length,
      vendor_id: undefined,
    },
    now,
  );
  // An edit that an earlier catch-up reported stays open since then.
  if (before.outcome !== ending.outcome) {
    await noteOpen(account, connection, message, { ...ending, hash }, now);
  }
  const { outcome, findings, order_id } = ending;
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
