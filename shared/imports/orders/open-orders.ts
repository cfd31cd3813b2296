import { notFound } from "../../core/errors/errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import type { ShopOrderName } from "../../platform/table/connections.ts";
import { notesHash, type OpenEdit, openAfter } from "./open-order.ts";
import { NO_BOOKINGS } from "./order-plan.ts";
import { type ShopOrder, updateShopOrder } from "./store-orders.ts";

/**
 * Notes an edit that cannot be read, so that nothing of it can be booked. A refund that comes without its order belongs to
 * the edit that is booked.
 * @throws DomainError `not_ready`
 */
export function openOrder(
  ledger: LedgerId,
  name: ShopOrderName,
  { modified_at, ...asked }: OpenEdit & { readonly modified_at?: string | undefined },
): Promise<unknown> {
  return updateShopOrder(ledger, name, (seen) => {
    const instant = modified_at ?? seen?.modified_at ?? "";
    const open = openAfter({ modified_at: instant, asked, notes: seen?.notes }, seen);
    return open === seen?.open ? undefined : { ...(seen ?? nothingOf(name)), open };
  });
}

/**
 * Notes the decision to leave an open order as it is booked.
 * @throws DomainError `not_found` if it is not open; `not_ready`
 */
export function settleOrder(
  ledger: LedgerId,
  name: ShopOrderName,
  decision: { readonly at: string; readonly by: string },
): Promise<ShopOrder> {
  return updateShopOrder(ledger, name, (seen) => {
    const { open, ...order } = seen ?? {};
    if (!open) throw notFound("open order");
    const { modified_at, hash, is_deletion } = open;
    const notes_hash = notesHash(seen?.notes);
    const settled = { ...decision, modified_at, hash, is_deletion, notes_hash };
    return { ...(order as ShopOrder), settled };
  });
}

/** An order of which nothing is booked. Every edit is later than its empty instant. */
export const nothingOf = ({ source_id, order_id }: ShopOrderName): Omit<ShopOrder, "version"> => ({
  source_id,
  order_id,
  modified_at: "",
  content: "",
  ...NO_BOOKINGS,
});
