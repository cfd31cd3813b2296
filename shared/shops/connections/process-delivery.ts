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
import { CATCH_UP_TOPIC, noteOpen } from "./open-orders.ts";
import { INBOUND, type InboundWork } from "./receive.ts";
import { loadConnections } from "./store-connections.ts";
import { endDelivery, loadInbound, readMessage } from "./store-inbound.ts";

/** Books a message, unless that is done. Repeated after a crash, it books nothing twice. */
async function processDelivery(work: InboundWork, now: Date): Promise<void> {
  const { account: ledger, connection_id } = work;
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
    ? await endingOf(ledger, { ...connection, on_edit }, { message, isDecided }, now)
    : UNREADABLE;
  await noteOpen(ledger, connection, message, { ...ending, hash: work.hash }, now);
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

async function endingOf(
  ledger: LedgerId,
  connection: Connection,
  { message, isDecided }: { readonly message: Message; readonly isDecided: boolean },
  now: Date,
): Promise<Ending> {
  if (message.is === "ignored") {
    return { outcome: "ignored", findings: [finding("excluded", message.reason, message.why)] };
  }
  const { order_id } = message;
  if (message.is === "deleted") {
    return takeBackShopOrder(ledger, connection, { order_id, at: now.toISOString() }, now);
  }
  if (message.is === "refund") return bookShopRefund(ledger, connection, message, now);
  const { modified_at, order } = message;
  if (!namesRefunds(connection, order)) {
    const sent = { order_id, modified_at, order, refunds: [], isDecided };
    return bookShopOrder(ledger, connection, sent, now);
  }
  const fetched = await fetchedWithRefunds(ledger, connection, order_id, now);
  const known = fetched ?? { order_id, modified_at, order, refunds: undefined };
  return bookShopOrder(ledger, connection, { ...known, isDecided }, now);
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
