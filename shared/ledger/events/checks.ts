import type { SourceProfile } from "../../accounts/sources.ts";
import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { type Check, checkOf } from "../../vat/schemes/check-codes.ts";
import { CONSIGNMENT_LIMIT_EUR_MINOR, eurValueOf } from "../../vat/schemes/consignment-value.ts";
import { fromCountryOf, isSale, roleOf, type SupplyEvent } from "../../vat/schemes/supply-event.ts";
import { valueFitsPrice } from "./intrinsic-value-check.ts";
import { differingEvidence } from "./location-evidence.ts";
import { rateChecks } from "./rate-checks.ts";

/** Directive (EU) 2017/2455, put off to this day by Decision (EU) 2020/1109. */
const SCHEMES_BEGAN = "2021-07-01" as IsoDate;

/**
 * Findings worth a look that exclude nothing. What was charged is what is declared, so booked VAT
 * is questioned here but never replaced. Looks at the event alone: any replay finds the same.
 */
export function checksOf(event: SupplyEvent, source?: SourceProfile): Check[] {
  return [
    ...rateChecks(event),
    vatOnBusinessSale(event),
    afterSchemesBegan(event),
    evidenceGiven(event),
    evidenceAgrees(event),
    valueFitsPrice(event),
    deemedSupplierAsProfiled(event, source),
  ].filter((check) => check !== undefined);
}

/**
 * The checks of an event whose place has changed. What was found against the profile of its source
 * stays, since that is not known any more.
 */
export const checksAnew = (event: SupplyEvent, found: readonly Check[]): Check[] => [
  ...checksOf(event),
  ...found.filter(({ code }) => code === "deemed_supplier_differs_from_source"),
];

/**
 * Across a border a business accounts for the VAT itself (Art. 138, 196): charged, it is in no return
 * of this service. At home VAT is charged to everybody.
 */
function vatOnBusinessSale(event: SupplyEvent): Check | undefined {
  if (!isSale(event) || event.customer_type !== "b2b" || event.vat_amount_minor === 0) {
    return undefined;
  }
  if (fromCountryOf(event) === event.consumption_country) return undefined;
  return checkOf(
    "vat_on_b2b_sale",
    `VAT of ${event.vat_amount_minor} was charged to a business in another country`,
  );
}

/** What was due before was never due in these returns; most often the year is mistyped. */
function afterSchemesBegan({ supply_date }: SupplyEvent): Check | undefined {
  if (supply_date >= SCHEMES_BEGAN) return undefined;
  return checkOf("before_scheme", `the schemes began on ${SCHEMES_BEGAN}`);
}

/** Art. 24b CIR 282/2011 asks for evidence of where the customer of a TBE service is. */
function evidenceGiven(event: SupplyEvent): Check | undefined {
  if (event.supply_kind !== "tbe_services" || !isSale(event)) return undefined;
  if (event.location_evidence?.length) return undefined;
  return checkOf("location_evidence_missing", "no evidence of the customer's location is recorded");
}

/** Pieces that differ from those which decide are kept on record. */
function evidenceAgrees(event: SupplyEvent): Check | undefined {
  const others = isSale(event) ? differingEvidence(event) : [];
  if (others.length === 0) return undefined;
  const pieces = others.map(({ kind, country }) => `${kind} says ${country}`).join(", ");
  return checkOf("location_evidence_differs", pieces);
}

/** A sale through a marketplace that is the deemed supplier (Art. 14a) is that marketplace's, or the flag is wrong. */
function deemedSupplierAsProfiled(
  event: SupplyEvent,
  source: SourceProfile | undefined,
): Check | undefined {
  if (!source || !isSale(event)) return undefined;
  // Of the platform itself and of the seller behind it alike: the platform declares the sale.
  const isDeemed = roleOf(event) !== "seller";
  if (source.marketplace_deemed_supplier === isDeemed) return undefined;
  if (!isDeemed && isNoPlatformsSale(event)) return undefined;
  return checkOf(
    "deemed_supplier_differs_from_source",
    `the profile of ${source.source_key} says ${source.marketplace_deemed_supplier}`,
  );
}

/** Art. 14a: of a sale to a business, and of imports above EUR 150, no platform is deemed the supplier. */
function isNoPlatformsSale({ customer_type, consignment }: SupplyEvent): boolean {
  const value = (consignment && eurValueOf(consignment)) ?? 0;
  return customer_type === "b2b" || value > CONSIGNMENT_LIMIT_EUR_MINOR;
}
