import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { placeOf } from "../../vat/place-of-supply/place.ts";
import { type MemberStateCode, toReportCode } from "../../vat/reference-data/member-states.ts";
import { standardRatesInForce } from "../../vat/reference-data/vat-rates.ts";
import { isService, type RateCategory, type SupplyKind } from "../../vat/schemes/supply-event.ts";
import { naturalKey } from "./natural-key.ts";
import { excluded, type ImportedEvent, type RowOutcome, unresolved } from "./outcome.ts";

/** The Member State that an address lies in for such a supply; undefined outside the Union. */
export function memberStateAt(
  country: string,
  postcode: string,
  day: IsoDate,
  kind: SupplyKind,
): MemberStateCode | undefined {
  const code = country.trim().toUpperCase();
  return placeOf(code, postcode, day, !isService(kind)).state ?? undefined;
}

/** What a shop's rate is called in a return; the catalogue knows the standard rate of every day. */
export function categoryOf(vat_rate_bps: number, state: string, day: IsoDate): RateCategory {
  if (vat_rate_bps === 0) return "zero";
  return standardRatesInForce(state, day).usual === vat_rate_bps ? "standard" : "reduced";
}

type ShopSale = {
  readonly kind: SupplyKind;
  /** Where goods leave, or services are supplied from. */
  readonly from: string | undefined;
  /** Undefined outside the Union. */
  readonly to: string | undefined;
  readonly isBusiness: boolean;
  readonly hasVat: boolean;
  /** The country whose tax the order was charged, where the file says so. */
  readonly taxedBy?: string | undefined;
};

/** Why an order of a shop makes no event; the first reason that fits. */
export function leftOutOfShop(sale: ShopSale): RowOutcome | undefined {
  const { kind, from, to } = sale;
  if (to === undefined) return excluded("outside_eu");
  if (sale.isBusiness && !sale.hasVat) return excluded("b2b_customer");
  if (to === from) {
    return excluded(isService(kind) ? "services_taxed_at_establishment" : "domestic_goods");
  }
  if (!sale.hasVat) return unresolved("no_vat_charged");
  const taxedBy = sale.taxedBy && toReportCode(sale.taxedBy.toUpperCase());
  return taxedBy && taxedBy === from ? excluded("taxed_in_dispatch_country") : undefined;
}

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
