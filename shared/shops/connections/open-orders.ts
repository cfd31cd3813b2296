import { DomainError, notFound } from "../../core/errors/errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import type { OpenOrder } from "../../imports/orders/open-order.ts";
import { settleOrder } from "../../imports/orders/open-orders.ts";
import { loadShopOrder, type ShopOrder } from "../../imports/orders/store-orders.ts";
import { enqueue } from "../../platform/queues/queues.ts";
import { existingConnection } from "./manage.ts";
import { INBOUND } from "./receive.ts";
import { hasMessage } from "./store-inbound.ts";

/** The topic under which orders that a catch-up has found are listed among the messages of the shop. */
export const CATCH_UP_TOPIC = "catch-up";

type OrderAt = { readonly id: string; readonly order_id: string };

export type OrderInWaiting = ShopOrder & { readonly open: OpenOrder };

/**
 * Enqueues the stored message of an open order, to be booked whatever the connection says of edits.
 * @throws DomainError `not_found`, `message_expired`, `not_ready`
 */
export async function bookOpenOrder(ledger: LedgerId, at: OrderAt): Promise<OrderInWaiting> {
  const { source_id } = await existingConnection(ledger, at.id);
  const order = await loadShopOrder(ledger, { source_id, order_id: at.order_id });
  const waiting = inWaiting(order, at);
  const { hash } = waiting.open;
  const name = hash && { connection_id: at.id, hash };
  if (!name || !(await hasMessage(ledger, name))) {
    const message = "the message with the order is no longer stored: save the order in the shop";
    throw new DomainError("message_expired", message);
  }
  try {
    await enqueue(INBOUND, [{ account: ledger, ...name, is_asked_for: true }]);
  } catch (cause) {
    throw new DomainError("not_ready", "the order cannot be booked now", [], { cause });
  }
  return waiting;
}

/**
 * Leaves an open order as it is booked.
 * @throws DomainError `not_found`, `not_ready`
 */
export async function settleOpenOrder(
  ledger: LedgerId,
  at: OrderAt,
  decision: { readonly at: string; readonly by: string },
): Promise<OrderInWaiting> {
  const { source_id } = await existingConnection(ledger, at.id);
  const name = { source_id, order_id: at.order_id };
  return inWaiting(await settleOrder(ledger, name, decision), at);
}

/** @throws DomainError `not_found` */
function inWaiting(order: ShopOrder | undefined, { id }: OrderAt): OrderInWaiting {
  const open = order?.open;
  if (!order || open?.connection_id !== id) throw notFound("open order");
  return { ...order, open };
}
