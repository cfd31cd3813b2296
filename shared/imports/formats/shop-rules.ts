import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { placeOf } from "../../vat/place-of-supply/place.ts";
import { type MemberStateCode, toVatCountry } from "../../vat/reference-data/member-states.ts";
import { standardRatesInForce } from "../../vat/reference-data/vat-rates.ts";
import { isService, type RateCategory, type SupplyKind } from "../../vat/schemes/supply-event.ts";
import { naturalKey } from "./natural-key.ts";
import { excluded, type ImportedEvent, type RowOutcome, unresolved } from "./outcome.ts";

/** Returns the Member State of an address for such a supply; undefined outside the Union. */
export function memberStateAt(
  country: string,
  postcode: string,
  day: IsoDate,
  kind: SupplyKind,
): MemberStateCode | undefined {
  const code = country.trim().toUpperCase();
  return placeOf(code, postcode, day, !isService(kind)).state ?? undefined;
}

/** Returns the category of a shop's rate; the catalogue has the standard rate of every day. */
export function categoryOf(vat_rate_bps: number, state: string, day: IsoDate): RateCategory {
  if (vat_rate_bps === 0) return "zero";
  return standardRatesInForce(state, day).usual === vat_rate_bps ? "standard" : "reduced";
}

type ShopSale = {
  readonly kind: SupplyKind;
  /** The country of dispatch of goods, or of establishment for services. */
  readonly from: string | undefined;
  /** The Member State of the customer; undefined outside the Union. */
  readonly to: string | undefined;
  readonly isBusiness: boolean;
  readonly hasVat: boolean;
  /** The country whose VAT the order was charged, if the file names it. */
  readonly taxedBy?: string | undefined;
};

/** Returns the first reason why an order of a shop makes no event. */
export function leftOutOfShop(sale: ShopSale): RowOutcome | undefined {
  const { kind, from, to } = sale;
  if (to === undefined) return excluded("outside_eu");
  if (sale.isBusiness && !sale.hasVat) return excluded("b2b_customer");
  if (to === from) {
    return excluded(isService(kind) ? "services_taxed_at_establishment" : "domestic_goods");
  }
  if (!sale.hasVat) return unresolved("no_vat_charged");
  const taxedBy = sale.taxedBy && toVatCountry(sale.taxedBy.toUpperCase());
  return taxedBy && taxedBy === from ? excluded("taxed_in_dispatch_country") : undefined;
}

type ShopSupply = {
  readonly source_id: string;
  /** The shop's own id of the order. */
  readonly order: string;
  /** The shop's own id of a refund, appended to that of the order. */
  readonly refund?: string;
  readonly day: IsoDate;
  /** The day of the sale, whose rates decide the category. */
  readonly soldOn: IsoDate;
  readonly kind: SupplyKind;
  readonly origin: Pick<ImportedEvent, "dispatch_country" | "establishment_country">;
  readonly to: string;
  readonly currency: string;
  readonly vat_rate_bps: number;
  readonly net: number;
  readonly vat: number;
};

/** Builds the event of an order × kind × rate, or of a refund of it. Refunds have positive amounts. */
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
