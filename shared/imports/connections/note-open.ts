import { isOpenOutcome } from "../orders/open-order.ts";
import { openOrder } from "../orders/open-orders.ts";
import type { Ending } from "./book-shop-order.ts";
import type { Connection } from "./connection.ts";
import type { Message } from "./topics.ts";

/** The topic under which orders that a catch-up has found are listed among the messages of the shop. */
export const CATCH_UP_TOPIC = "catch-up";

/** Notes an order that is not booked as the shop has it, so that its return waits for a person. */
export async function noteOpen(
  account: string,
  { id, source_id }: Connection,
  message: Message | undefined,
  { outcome, findings, hash }: Ending & { readonly hash: string },
  now: Date,
): Promise<void> {
  if (!message || message.is === "ignored" || !isOpenOutcome(outcome)) return;
  const edit =
    message.is === "order"
      ? { modified_at: message.modified_at }
      : message.is === "refund" && { is_refund: true as const };
  const since = now.toISOString();
  const open = { connection_id: id, outcome, since, ...edit, hash, findings };
  await openOrder(account, { source_id, order_id: message.order_id }, open);
}
