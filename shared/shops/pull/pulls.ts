import type { LedgerId } from "../../core/ids.ts";
import { logger } from "../../platform/telemetry/telemetry.ts";
import type { FoundOrder } from "../connections/book-shop-order.ts";
import type { Connection } from "../connections/connection.ts";
import type { ConnectionKind } from "../connections/kinds.ts";
import { loadAccess } from "../connections/store-connections.ts";
import { type Pull, PullFault } from "./ask-shop.ts";
import { SHOPIFY_PULL } from "./shopify.ts";
import { STRIPE_PULL } from "./stripe.ts";
import { WOO_PULL } from "./woocommerce.ts";

/** The client of each kind of shop. A new kind is one more record. */
export const PULLS: Readonly<Record<ConnectionKind, Pull>> = {
  woocommerce: WOO_PULL,
  shopify: SHOPIFY_PULL,
  stripe: STRIPE_PULL,
};

/**
 * Fetches an order with the lines of its refunds: the order anew, so that both are of one instant.
 * @returns undefined without access, or if the shop does not answer; the next catch-up finds the order then
 */
export async function fetchedWithRefunds(
  ledger: LedgerId,
  connection: Connection,
  order_id: string,
  now: Date,
): Promise<Omit<FoundOrder, "hash"> | undefined> {
  const access = connection.access && (await loadAccess(ledger, connection.id));
  if (!access) return undefined;
  const pull = PULLS[connection.kind];
  try {
    const shop = await pull.open(access, now);
    const order = await shop.order(order_id);
    const message = pull.read(order);
    if (message?.is !== "order") return undefined;
    const refunds = await shop.refundsOf(order);
    return {
      order_id,
      modified_at: message.modified_at,
      order,
      refunds,
      fetched_at: now.toISOString(),
    };
  } catch (error) {
    if (!(error instanceof PullFault)) throw error;
    const { id } = connection;
    logger.warn("refunds not fetched", { id, code: error.code, message: error.message });
    return undefined;
  }
}
