import { loadAccount } from "../../accounts/store-accounts.ts";
import type { LedgerId } from "../../core/ids.ts";
import { inTurn, queueWorker } from "../../platform/queues/queues.ts";
import { fetchedWithRefunds, PULLS } from "../pull/pulls.ts";
import {
  bookShopOrder,
  bookShopRefund,
  type Ending,
  finding,
  takeBackShopOrder,
} from "./book-shop-order.ts";
import type { Connection } from "./connection.ts";
import type { InboundDelivery } from "./delivery.ts";
import { jsonOf, type Message, messageOf } from "./messages.ts";
import { CATCH_UP_TOPIC } from "./open-orders.ts";
import { INBOUND, type InboundWork } from "./receive.ts";
import { loadConnections } from "./store-connections.ts";
import { endDelivery, loadInbound, readMessage } from "./store-inbound.ts";

/** Books a message, unless that is done. Repeated after a crash, it books nothing twice. */
async function processDelivery(work: InboundWork, now: Date): Promise<void> {
  const { account: ledger, connection_id, hash } = work;
  const delivery = await loadInbound(ledger, work);
  if (!delivery || (delivery.done_at !== undefined && !work.is_asked_for)) return;
  const { connections } = await loadConnections(ledger);
  const connection = connections.find((connection) => connection.id === connection_id);
  const { account_state } = (await loadAccount(ledger)) ?? {};
  if (!connection || account_state !== undefined) return;
  const isDecided = work.is_asked_for === true;
  const on_edit = isDecided ? "adjust" : connection.on_edit;
  const message = messageIn(connection, delivery, jsonOf(await readMessage(ledger, work)));
  const ending = message
    ? await endingOf(ledger, { ...connection, on_edit }, { message, isDecided, hash }, now)
    : UNREADABLE;
  await endDelivery(ledger, work, { ...ending, done_at: now.toISOString() });
}

/** Reads a message of the shop, or an order that a catch-up has fetched and could not book. */
const messageIn = (
  { kind }: Connection,
  { topic }: InboundDelivery,
  body: unknown,
): Message | undefined =>
  topic === CATCH_UP_TOPIC ? PULLS[kind].read(body) : messageOf(kind, topic, body);

const UNREADABLE: Ending = {
  outcome: "rejected",
  findings: [
    finding(
      "rejected",
      "body_unreadable",
      "This is no message of its topic as the shop writes it.",
    ),
  ],
};

type Received = {
  readonly message: Message;
  readonly hash: string;
  readonly isDecided: boolean;
};

async function endingOf(
  ledger: LedgerId,
  connection: Connection,
  { message, isDecided, hash }: Received,
  now: Date,
): Promise<Ending> {
  if (message.is === "ignored") {
    return { outcome: "ignored", findings: [finding("excluded", message.reason, message.why)] };
  }
  const { order_id } = message;
  if (message.is === "deleted") {
    const deleted = { order_id, hash, at: now.toISOString() };
    return takeBackShopOrder(ledger, connection, deleted, now);
  }
  if (message.is === "refund") {
    const { refund } = message;
    return bookShopRefund(ledger, connection, { order_id, hash, refund }, now);
  }
  const { modified_at, order } = message;
  const sent = { order_id, modified_at, order, refunds: [] };
  const known = namesRefunds(connection, order)
    ? ((await fetchedWithRefunds(ledger, connection, order_id, now)) ?? {
        ...sent,
        refunds: undefined,
      })
    : sent;
  return bookShopOrder(ledger, connection, { ...known, hash, isDecided }, now);
}

/** True if an order only names its refunds, so that they are fetched. Others send them with their lines, or separately. */
function namesRefunds({ kind }: Connection, order: unknown): boolean {
  if (kind !== "woocommerce") return false;
  const { refunds } = order as { readonly refunds?: unknown };
  return Array.isArray(refunds) && refunds.length > 0;
}

export const inboundWorker = () =>
  queueWorker(
    INBOUND,
    inTurn(INBOUND, (work) => processDelivery(work, new Date())),
  );
