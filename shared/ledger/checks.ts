import { ratesInForce } from "../reference-data/vat-rates.ts";
import { type Check, isSale, roleOf, type SupplyEvent } from "../schemes/supply-event.ts";
import type { SourceProfile } from "../sources/profile.ts";

/** Booked VAT may differ from taxable × rate by the rounding of two lines: one minor unit each. */
const VAT_TOLERANCE_MINOR = 2n;

/**
 * Findings worth a look that exclude nothing. What was charged is what is declared, so booked VAT
 * is questioned here but never replaced.
 */
export function checksOf(event: SupplyEvent, source?: SourceProfile): Check[] {
  return [
    rateInForce(event),
    vatMatchesRate(event),
    evidenceGiven(event),
    deemedSupplierAsProfiled(event, source),
  ].filter((check) => check !== undefined);
}

/** A correction keeps the rate of its sale, which may have ended since: only sales are asked. */
function rateInForce(event: SupplyEvent): Check | undefined {
  if (!isSale(event) || event.vat_rate_bps === 0) return undefined;
  const rates = ratesInForce(event.consumption_country, event.supply_date);
  if (!rates || rates.has(event.vat_rate_bps)) return undefined;
  return warning(
    "rate_not_in_force",
    `${event.vat_rate_bps} bps is no known rate of ${event.consumption_country} on ${event.supply_date}`,
  );
}

function vatMatchesRate(event: SupplyEvent): Check | undefined {
  if (event.event_type === "adjustment") return undefined;
  const exact = BigInt(event.taxable_amount_minor) * BigInt(event.vat_rate_bps);
  const apart = exact - BigInt(event.vat_amount_minor) * 10_000n;
  const tolerated = VAT_TOLERANCE_MINOR * 10_000n;
  if (apart <= tolerated && apart >= -tolerated) return undefined;
  return warning(
    "vat_differs_from_rate",
    `booked VAT ${event.vat_amount_minor} is not ${event.vat_rate_bps} bps of ${event.taxable_amount_minor}`,
  );
}

/** Art. 24b CIR 282/2011 asks for evidence of where the customer of a TBE service is. */
function evidenceGiven(event: SupplyEvent): Check | undefined {
  if (event.supply_kind !== "tbe_services" || !isSale(event)) return undefined;
  if (event.location_evidence?.length) return undefined;
  return warning("location_evidence_missing", "no evidence of the customer's location is recorded");
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
  return warning(
    "deemed_supplier_differs_from_source",
    `the profile of ${source.source_key} says ${source.marketplace_deemed_supplier}`,
  );
}

const warning = (code: string, message: string): Check => ({ code, severity: "warning", message });
