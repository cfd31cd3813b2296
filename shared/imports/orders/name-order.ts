import type { EventId, LedgerId } from "../../core/ids.ts";
import type { OrderSaid } from "../../ledger/order-names/order-name.ts";
import {
  forgetEventsOfOrders,
  saveOrderNames,
} from "../../ledger/order-names/store-order-names.ts";
import type { ShopOrderName } from "../../platform/table/connections.ts";
import { IMPORT_FORMATS } from "../formats/formats.ts";
import type { ImportedEvent, RowOutcome } from "../formats/outcome.ts";
import type { RowFacts } from "../formats/row-facts.ts";

type ResolvedRow = { readonly facts?: RowFacts | undefined; readonly outcome: RowOutcome };

/** Returns what rows of a file say of their orders; nothing if the format has only ids that events have too. */
export function ordersIn(format: string, rows: readonly ResolvedRow[]): readonly OrderSaid[] {
  const isNaming = IMPORT_FORMATS.some(({ name, namesOrders }) => name === format && namesOrders);
  return isNaming ? rows.flatMap(orderIn) : [];
}

function orderIn({ facts, outcome }: ResolvedRow): OrderSaid[] {
  if (outcome.outcome !== "event") return [];
  const { events } = outcome;
  const order_id = events[0]?.transaction_id;
  if (order_id === undefined) return [];
  const event_ids = events.map(({ event_id }) => event_id);
  return [{ order_id, name: nameIn(events, facts), event_ids }];
}

/** Returns the name of an order. A credit note may have a number of its own, so that only a sale names its order. */
export const nameIn = (
  events: readonly ImportedEvent[],
  facts: RowFacts | undefined,
): string | undefined =>
  events.some(({ event_type }) => event_type === "sale") ? facts?.order_id : undefined;

/** The bookings of an order after its edit. */
type Booked = { readonly booked: readonly unknown[]; readonly used: readonly EventId[] };

/** Stores the name of an order with all events that it ever had, or erases the name of an order that is taken back. */
export async function nameOrder(
  ledger: LedgerId,
  { source_id, order_id, name }: ShopOrderName & { readonly name?: string | undefined },
  { booked, used }: Booked,
): Promise<void> {
  if (booked.length === 0) {
    await forgetEventsOfOrders(ledger, source_id, [order_id], new Set(used));
  } else {
    await saveOrderNames(ledger, source_id, [{ order_id, name, event_ids: used }]);
  }
}
