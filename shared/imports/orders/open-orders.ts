import { notFound } from "../../core/errors/errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import type { ShopOrderName } from "../../platform/table/connections.ts";
import { isNews, MOST_FINDINGS, type OpenOrder } from "./open-order.ts";
import { NO_BOOKINGS } from "./order-plan.ts";
import { type ShopOrder, updateShopOrder } from "./store-orders.ts";

/**
 * Notes that an edit of an order is not booked and waits for a person. A later edit that was booked or noted, and a
 * decision on this edit, stand. A refund that comes without its order belongs to the edit that is known.
 * @throws DomainError `not_ready`
 */
export function openOrder(
  ledger: LedgerId,
  name: ShopOrderName,
  open: Omit<OpenOrder, "month" | "modified_at"> & { readonly modified_at?: string },
): Promise<unknown> {
  return updateShopOrder(ledger, name, (seen) => {
    const month = monthOf(open, seen);
    const modified_at = open.modified_at ?? seen?.open?.modified_at ?? seen?.modified_at ?? "";
    const findings = open.findings.slice(0, MOST_FINDINGS);
    // A retried edit keeps the time it was first seen.
    const since = seen?.open?.modified_at === modified_at ? seen.open.since : open.since;
    const noted = { ...open, since, modified_at, month, findings };
    return isNews(noted, seen) ? { ...(seen ?? nothingOf(name)), open: noted } : undefined;
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
    const { modified_at, hash } = open;
    return { ...(order as ShopOrder), settled: { ...decision, modified_at, hash } };
  });
}

/** An order of which nothing is booked. Every edit is later than its empty instant. */
const nothingOf = ({ source_id, order_id }: ShopOrderName): Omit<ShopOrder, "version"> => ({
  source_id,
  order_id,
  modified_at: "",
  content: "",
  ...NO_BOOKINGS,
});

/** Returns the month of an order that cannot be read: of its findings, or of its sale that is booked. */
function monthOf({ findings }: Pick<OpenOrder, "findings">, seen: ShopOrder | undefined): string {
  const days = [
    ...findings.map(({ supply_date }) => supply_date),
    ...(seen?.booked ?? []).map(({ event }) => event.supply_date),
  ];
  return days.find((day) => day !== undefined)?.slice(0, 7) ?? "";
}
