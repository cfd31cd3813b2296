import { sha256Of } from "../../core/hash.ts";
import type { LedgerId } from "../../core/ids.ts";
import type { ImportedEvent } from "../formats/outcome.ts";
import type { OrderEdit } from "../formats/shop-rules.ts";
import { bookOrder, type OrderResult } from "./book-order.ts";

/** The events of one row of a shop's export: the sales of an order, or one of its refunds. */
type OrderRow = {
  readonly edit: OrderEdit;
  readonly events: readonly ImportedEvent[];
  readonly name: string | undefined;
};

type RowBooking = Parameters<typeof bookOrder>[2];

/**
 * Books a row of a file that shows an order which is known from a connected shop, or booked with other content. The
 * refunds of the order have rows of their own, so that those that are booked stand.
 * @throws DomainError `event_conflict`, `invalid_request`, `not_ready`
 */
export function bookRow(
  ledger: LedgerId,
  source_id: string,
  { edit: { order_id, modified_at }, events, name: shown }: OrderRow,
  booking: RowBooking,
): Promise<OrderResult> {
  const name = { source_id, order_id };
  const isRefund = events.some(({ event_type }) => event_type === "refund");
  if (isRefund) return bookOrder(ledger, { ...name, added: events }, booking);
  const content = sha256Of(JSON.stringify(events));
  // An export without instants is as new as its import.
  const fetched = modified_at === "" ? { fetched_at: booking.now.toISOString() } : {};
  const wanted = { sales: events, refunds: undefined };
  // The row says nothing of refunds, so that an order whose refund cannot be booked stays open.
  const news = { ...name, name: shown, modified_at, content, wanted, ...fetched };
  return bookOrder(ledger, news, booking);
}
