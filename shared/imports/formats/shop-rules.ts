import * as z from "zod";
import type { IsoDate } from "../../core/calendar/dates.ts";
import { placeOf } from "../../vat/place-of-supply/place.ts";
import type { MemberStateCode } from "../../vat/reference-data/member-states.ts";
import { isCountry } from "../../vat/reference-data/schema.ts";
import { isTerritoryCode } from "../../vat/reference-data/special-territories.ts";
import { type RateCatalogue, standardRatesInForce } from "../../vat/reference-data/vat-rates.ts";
import { eventFields } from "../../vat/schemes/event-fields.ts";
import { isService, type RateCategory, type SupplyKind } from "../../vat/schemes/supply-event.ts";
import { unionScopeOn } from "../../vat/schemes/union-oss.ts";
import type { JsonRecord, TableRecord } from "../files/csv-record.ts";
import type { StatedOrder } from "../orders/shop-order.ts";
import { excluded, type ImportedEvent, type RowOutcome, unresolved } from "./outcome.ts";
import { valueAt } from "./parse-values.ts";
import { naturalKey } from "./row-facts.ts";

/** The order that a row of a shop's export belongs to, and the edit of it that the row shows. */
export type OrderEdit = {
  /** The shop's own id of the order. */
  readonly order_id: string;
  /** The instant of the order's last change, as UTC text; empty if the export has none. */
  readonly modified_at: string;
};

/** Returns an instant as UTC text, so that the order of texts is that of time; other text unchanged. */
export function utcText(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : new Date(at).toISOString();
}

const Id = z.union([z.int(), z.string().min(1).max(60)]).transform(String);
const Instant = z.string().max(40).nullish();

/** Reads the edit of an order by the fields of its instant and its id, and the zone that the shop does not write. */
const editBy =
  (field: string, zone: "Z" | "", idField = "id") =>
  ({ value }: Pick<JsonRecord, "value">): OrderEdit | undefined => {
    const id = Id.safeParse(valueAt(value, idField));
    const at = Instant.safeParse(valueAt(value, field));
    if (!id.success || !at.success) return undefined;
    return { order_id: id.data, modified_at: at.data ? utcText(`${at.data}${zone}`) : "" };
  };

/** WooCommerce writes its dates in GMT without a zone. */
export const wooOrderEdit = editBy("date_modified_gmt", "Z");
export const shopifyOrderEdit = editBy("updated_at", "");
export const shopwareOrderEdit = editBy("updatedAt", "");
export const magentoOrderEdit = editBy("updated_at", "Z", "entity_id");

/** Returns the order of a row of Shopify's CSV, which does not say when it was edited. */
export function shopifyCsvEdit(order: TableRecord): OrderEdit | undefined {
  const order_id = order.cell("Id").trim();
  return /^\d{1,60}$/.test(order_id) ? { order_id, modified_at: "" } : undefined;
}

/** The statuses of payment of Shopify. A refunded order was sold first. */
export const SHOPIFY_PAYMENTS: Readonly<Record<string, StatedOrder["payment"]>> = {
  paid: "full",
  partially_refunded: "full",
  refunded: "full",
  partially_paid: "part",
};

/**
 * Returns the country before the name of a tax of Shopify, unless it is the customer's: Shopify writes that one also
 * when the rate is the seller's, and only another country says whose tax it is.
 */
export function otherCountryIn(tax: string, customer: string | null | undefined) {
  const country = /^([A-Z]{2})\s/.exec(tax)?.[1];
  return country !== customer && country !== undefined && isCountry(country) ? country : undefined;
}

export type AddressPlace = {
  /** Undefined outside the Union, and if the country is not known. */
  readonly state: MemberStateCode | undefined;
  /** False if the country is empty or no code: the address may be anywhere, so nothing follows from it. */
  readonly isKnown: boolean;
  /** True in a region with rates of its own. */
  readonly hasRegion?: boolean;
};

/** Returns the place of an address for such a supply. */
export function placeOfAddress(
  country: string,
  postcode: string,
  day: IsoDate,
  kind: SupplyKind,
): AddressPlace {
  const code = country.trim().toUpperCase();
  const place = placeOf(code, postcode, day, !isService(kind));
  return {
    state: place.state ?? undefined,
    ...(place.state !== null && place.region && { hasRegion: true }),
    isKnown: isCountry(code) || isTerritoryCode(code) || OUTSIDE_ISO.has(code),
  };
}

/** Returns the reason of a destination of goods: an export, or a country that is not known. */
export function destinationLeftOut(
  to: AddressPlace,
  column: string,
  isExport: boolean,
): RowOutcome | undefined {
  if (isExport) return excluded("export");
  if (!to.isKnown) return unresolved("country_missing", { column });
  return to.state === undefined ? excluded("export") : undefined;
}

/**
 * Returns the reason of an origin of goods whose report puts them into the Union scheme. Goods from outside the VAT
 * territory, such as the Canary Islands, are imports (Art. 6, 30).
 */
export function originLeftOut(
  from: AddressPlace,
  column: string,
  isInScheme: boolean,
): RowOutcome | undefined {
  if (!from.isKnown) return unresolved("country_missing", { column });
  return isInScheme && from.state === undefined
    ? unresolved("consignment_value_missing")
    : undefined;
}

/** Codes that shops write although ISO 3166-1 has not assigned them: Kosovo, Ascension and Tristan da Cunha. */
const OUTSIDE_ISO: ReadonlySet<string> = new Set(["XK", "AC", "TA"]);

/** Returns the category of a shop's rate; the catalogue has the standard rate of every day. */
export function categoryOf(
  vat_rate_bps: number,
  state: string,
  day: IsoDate,
  rates: RateCatalogue,
): RateCategory {
  if (vat_rate_bps === 0) return "zero";
  return standardRatesInForce(state, day, rates).usual === vat_rate_bps ? "standard" : "reduced";
}

type Journey = {
  readonly kind: SupplyKind;
  /** The country of dispatch of goods, or of establishment for services. */
  readonly from: string | undefined;
  readonly to: AddressPlace;
  readonly day: IsoDate;
  /** Where the seller is established, if its settings say so. */
  readonly establishment_country: string | undefined;
};

/**
 * True for a domestic supply. Once the Union scheme takes in goods that do not leave a state where the seller is not
 * established, the ledger decides about these (Directive (EU) 2025/516).
 */
export const isDomestic = ({ kind, from, to, day, establishment_country }: Journey): boolean =>
  to.state === from &&
  (isService(kind) ||
    !unionScopeOn(day).goods_within_a_state ||
    (establishment_country ?? from) === from);

type ShopSale = Journey & {
  readonly countryColumn: string;
  readonly isBusiness: boolean;
  readonly hasVat: boolean;
};

/** Returns the first reason why a line of a report of taxes makes no event. */
export function leftOutOfShop(sale: ShopSale): RowOutcome | undefined {
  const { kind, countryColumn } = sale;
  if (!sale.to.isKnown) return unresolved("country_missing", { column: countryColumn });
  const to = sale.to.state;
  if (to === undefined) return excluded("outside_eu");
  if (sale.isBusiness && !sale.hasVat) return excluded("b2b_customer");
  if (isDomestic(sale)) {
    return excluded(isService(kind) ? "services_taxed_at_establishment" : "domestic_goods");
  }
  return sale.hasVat ? undefined : unresolved("no_vat_charged");
}

/**
 * Returns the fields of the records of Art. 63c(1)(b) and (j) CIR 282/2011 that a row has. A cell in another form is left
 * out: it affects no VAT, and the sale counts without it.
 */
export function recordFields(quantity: string, invoice: string) {
  const found = {
    quantity: eventFields.quantity.safeParse(quantity.trim()),
    invoice_number: eventFields.invoice_number.safeParse(invoice.trim()),
  };
  return {
    ...(found.quantity.success && { quantity: found.quantity.data }),
    ...(found.invoice_number.success && { invoice_number: found.invoice_number.data }),
  };
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
  readonly origin: Pick<
    ImportedEvent,
    "dispatch_country" | "establishment_country" | "origin_country"
  >;
  readonly to: string;
  readonly currency: string;
  readonly vat_rate_bps: number;
  readonly net: number;
  readonly vat: number;
  /** The day of payment of a sale, if the file has it: the record needs it (Art. 63c(1)(h) CIR 282/2011). */
  readonly paidOn?: IsoDate | undefined;
  readonly consignment?: ImportedEvent["consignment"];
  readonly hs_code?: string | undefined;
  /** Stated where the sale is taxed at home. */
  readonly treatment?: ImportedEvent["treatment"];
};

/** Builds the event of an order × kind × rate, or of a refund of it. Refunds have positive amounts. */
export function shopEvent(supply: ShopSupply, rates: RateCatalogue): ImportedEvent {
  const { source_id, order, refund, kind, vat_rate_bps, paidOn, treatment } = supply;
  const { dispatch_country, establishment_country } = supply.origin;
  const taxedIn = (treatment && (dispatch_country ?? establishment_country)) || supply.to;
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
    rate_category: categoryOf(vat_rate_bps, taxedIn, supply.soldOn, rates),
    ...(supply.consignment && { consignment: supply.consignment }),
    ...(supply.hs_code && { hs_code: supply.hs_code }),
    ...(treatment && { treatment }),
    ...(paidOn && { payments: [{ date: paidOn, amount_minor: supply.net + supply.vat }] }),
    source_id,
    transaction_id: order,
  };
}
