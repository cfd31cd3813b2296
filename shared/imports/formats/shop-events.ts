import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { SupplyKind } from "../../vat/schemes/supply-event.ts";
import { naturalKey } from "./natural-key.ts";
import type { ImportedEvent } from "./outcome.ts";
import { categoryOf } from "./shop-rules.ts";

type ShopSupply = {
  readonly source_id: string;
  /** The shop's own id of the order. */
  readonly order: string;
  /** Of a refund: its own id behind the order's. */
  readonly refund?: string;
  readonly day: IsoDate;
  /** The day whose rates are asked what the rate is called: that of the sale. */
  readonly soldOn: IsoDate;
  readonly kind: SupplyKind;
  readonly origin: Pick<ImportedEvent, "dispatch_country" | "establishment_country">;
  readonly to: string;
  readonly currency: string;
  readonly vat_rate_bps: number;
  readonly net: number;
  readonly vat: number;
};

/** The event of an order × kind × rate, or of a refund of it. Refunds are given positive. */
export function shopEvent(supply: ShopSupply): ImportedEvent {
  const { source_id, order, refund, kind, vat_rate_bps } = supply;
  const sold = [kind, String(vat_rate_bps)];
  return {
    event_id: naturalKey(source_id, order, ...(refund ? [`r${refund}`] : []), ...sold),
    event_type: refund ? "refund" : "sale",
    ...(refund && { original_event_id: naturalKey(source_id, order, ...sold) }),
    supply_date: supply.day,
    supply_kind: kind,
    ...supply.origin,
    consumption_country: supply.to,
    currency: supply.currency,
    taxable_amount_minor: supply.net,
    vat_amount_minor: supply.vat,
    vat_rate_bps,
    rate_category: categoryOf(vat_rate_bps, supply.to, supply.soldOn),
    source_id,
    transaction_id: order,
  };
}
