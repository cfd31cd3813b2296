import type { SourceProfile } from "../../accounts/sources.ts";
import type { Currency } from "../../core/money/money.ts";
import { fixedEuroRateOn } from "../../vat/exchange-rates/period-rates.ts";
import { isMemberState, toReportCode } from "../../vat/reference-data/member-states.ts";
import {
  type Form,
  formOf,
  type RateCatalogue,
  ratesInForce,
  standardRatesInForce,
} from "../../vat/reference-data/vat-rates.ts";
import { CONSIGNMENT_LIMIT_EUR_MINOR, eurValueOf } from "../../vat/schemes/consignment-value.ts";
import { SCHEMES_BEGAN } from "../../vat/schemes/scheme.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { fromCountryOf, isSale, roleOf, type SupplyEvent } from "../../vat/schemes/supply-event.ts";
import { type Check, type CheckCode, checkOf } from "../../vat/schemes/warnings.ts";
import { classRateOn } from "../../vat/tax-classes/class-rates.ts";
import { differingEvidence, type Placement } from "./classification.ts";

/**
 * Transport and insurance may be paid separately from the goods (Art. 1(48) UCC-DA), but rarely cost as much as them.
 */
const MOST_TIMES = 2n;

/**
 * Finds a consignment declared within the limit whose price is far above: more than EUR 150, and more than twice the
 * value of the goods. The price is converted at the ratio of the caller's own conversion of the value. Without that
 * ratio, there is no finding.
 */
function valueFitsPrice(event: SupplyEvent): Check | undefined {
  const { consignment } = event;
  if (!isSale(event) || !consignment) return undefined;
  const value = eurValueOf(consignment);
  if (value === undefined || value > CONSIGNMENT_LIMIT_EUR_MINOR) return undefined;
  const ratio = ratioToEuro(event, consignment.currency, consignment.intrinsic_value_minor, value);
  if (!ratio) return undefined;
  const { from, to } = ratio;
  const most = [BigInt(CONSIGNMENT_LIMIT_EUR_MINOR), MOST_TIMES * BigInt(value)];
  const price = BigInt(event.taxable_amount_minor) * to;
  if (most.some((bound) => price <= bound * from)) return undefined;
  return checkOf(
    "price_far_above_intrinsic_value",
    `priced at ${event.taxable_amount_minor} ${event.currency} minor units, and worth ${value} euro cents`,
  );
}

/** Returns the ratio of the price's currency to euro. */
function ratioToEuro(event: SupplyEvent, currency: Currency, own: number, eur: number) {
  if (event.currency === "EUR") return { from: 1n, to: 1n };
  if (event.currency !== currency || own === 0) return undefined;
  return { from: BigInt(own), to: BigInt(eur) };
}

/** The VAT of an event may differ from taxable × rate by the rounding of two lines: one minor unit each. */
const VAT_TOLERANCE_MINOR = 2n;

/**
 * Checks that rate, category and VAT agree with each other and with the dated rates of the Member State. One slip gives
 * one finding: a rate in per cent would otherwise differ from all of them.
 */
function rateChecks(event: SupplyEvent, rates: RateCatalogue): Check[] {
  const percent = givenInPercent(event, rates);
  if (percent) return [percent];
  return [
    rateInForce(event, rates),
    formMatchesRate(event, rates),
    categoryMatchesRate(event, rates),
    vatMatchesRate(event),
    vatOnZeroCategory(event),
  ].filter((check) => check !== undefined);
}

/** The codes that `rateChecks` finds. */
const RATE_CODES: ReadonlySet<CheckCode> = new Set([
  "rate_given_in_percent",
  "rate_not_in_force",
  "rate_of_other_form",
  "rate_category_mismatch",
  "vat_differs_from_rate",
  "vat_on_zero_category",
]);

type Treated = Pick<Placement, "treatment" | "classification_reasons">;

/** True if a sale is taxed where the supplier is: below the threshold (Art. 59c), or by the caller's statement (Art. 45). */
const isTaxedAtOrigin = ({ treatment, classification_reasons }: Treated): boolean =>
  treatment === "origin_below_threshold" || classification_reasons.includes("domestic");

/** Returns a sale that is taxed at origin with the state whose rates it has. */
function asTaxed(event: SupplyEvent, treated: Treated): SupplyEvent {
  const from = isTaxedAtOrigin(treated) ? fromCountryOf(event) : undefined;
  return from === undefined ? event : { ...event, consumption_country: from };
}

/** Returns the checks of an event by these rates; all other findings are kept. */
export const ratesCheckedAnew = (
  event: SupplyEvent & Treated,
  found: readonly Check[],
  rates: RateCatalogue,
): Check[] => [
  ...rateChecks(asTaxed(event, event), rates),
  ...found.filter(({ code }) => !RATE_CODES.has(code)),
];

/**
 * Returns the rates in force for a sale; undefined for a country or day that the table does not cover. A correction
 * keeps the rate of its sale, which may have ended since, so only sales are checked.
 */
function ratesFor(event: SupplyEvent, rates: RateCatalogue): ReadonlySet<number> | undefined {
  const { vat_rate_bps = 0, consumption_country = "", supply_date } = event;
  const isRequested = isSale(event) && vat_rate_bps !== 0;
  return isRequested ? ratesInForce(consumption_country, supply_date, rates) : undefined;
}

/** Finds 19 in place of 1900: the rate does not exist, but a hundred times the rate does, and the VAT fits. */
function givenInPercent(event: SupplyEvent, catalogue: RateCatalogue): Check | undefined {
  const { vat_rate_bps = 0, vat_amount_minor } = event;
  const meant = vat_rate_bps * 100;
  const rates = ratesFor(event, catalogue);
  if (!rates || rates.has(vat_rate_bps) || !rates.has(meant)) return undefined;
  if (!fits(event, meant)) return undefined;
  return checkOf(
    "rate_given_in_percent",
    `${vat_rate_bps} bps is ${vat_rate_bps / 100} %, but VAT of ${vat_amount_minor} is ${vat_rate_bps} %: ${meant} bps`,
  );
}

function rateInForce(event: SupplyEvent, catalogue: RateCatalogue): Check | undefined {
  const { vat_rate_bps = 0, consumption_country, supply_date } = event;
  const rates = ratesFor(event, catalogue);
  if (!rates || rates.has(vat_rate_bps)) return undefined;
  return checkOf(
    "rate_not_in_force",
    `${vat_rate_bps} bps is no known rate of ${consumption_country} on ${supply_date}`,
  );
}

/** Finds the rate of printed books on an e-book, or the reverse: one that only the other form of the class has. */
function formMatchesRate(event: SupplyEvent, rates: RateCatalogue): Check | undefined {
  const { vat_rate_bps, tax_class_id, consumption_country, supply_date, supply_kind } = event;
  if (!isSale(event) || !tax_class_id || !consumption_country) return undefined;
  const rateOf = (form: Form) =>
    classRateOn(tax_class_id, toReportCode(consumption_country), supply_date, rates, form)
      ?.rate_bps;
  const form = formOf(supply_kind);
  const own = rateOf(form);
  const other = rateOf(form === "electronic" ? "physical" : "electronic");
  if (own === undefined || own === vat_rate_bps || other !== vat_rate_bps) return undefined;
  return checkOf(
    "rate_of_other_form",
    `${vat_rate_bps} bps is not the rate of ${tax_class_id} for ${form} supplies in ${consumption_country} on ${supply_date}: that is ${own} bps`,
  );
}

/**
 * Checks the category of a rate. The return says "standard" or "reduced" with each rate (Annex III of CIR 2020/194).
 */
function categoryMatchesRate(event: SupplyEvent, rates: RateCatalogue): Check | undefined {
  const { vat_rate_bps = 0, rate_category, consumption_country = "", supply_date } = event;
  if (!ratesFor(event, rates)?.has(vat_rate_bps)) return undefined;
  const { usual, regional } = standardRatesInForce(consumption_country, supply_date, rates);
  const mismatched =
    rate_category === "standard"
      ? vat_rate_bps !== usual && !regional.includes(vat_rate_bps)
      : rate_category === "reduced" && vat_rate_bps === usual;
  if (!mismatched) return undefined;
  return checkOf(
    "rate_category_mismatch",
    `${vat_rate_bps} bps is not ${rate_category} in ${consumption_country} on ${supply_date}: the standard rate is ${usual} bps`,
  );
}

/** Checks the VAT against the rate. A non-sale without a rate has that of its sale, and is checked with the sale. */
function vatMatchesRate(event: SupplyEvent): Check | undefined {
  const { vat_rate_bps, vat_amount_minor, taxable_amount_minor } = event;
  if (vat_rate_bps === undefined || isVatOf(event, vat_rate_bps)) return undefined;
  return checkOf(
    "vat_differs_from_rate",
    `booked VAT ${vat_amount_minor} is not ${vat_rate_bps} bps of ${taxable_amount_minor}`,
  );
}

/** True if the VAT of an event fits a rate. An adjustment may refund VAT alone. */
export const isVatOf = (event: SupplyEvent, rate: number): boolean =>
  event.event_type === "adjustment" || fits(event, rate);

/** Finds VAT on a supply whose category is untaxed: neither the supply nor its VAT would be in a return. */
function vatOnZeroCategory(event: SupplyEvent): Check | undefined {
  const { rate_category, vat_rate_bps, vat_amount_minor } = event;
  const untaxed = rate_category === "zero" || rate_category === "exempt";
  const hasNoRate = isSale(event) && vat_rate_bps === 0;
  if (vat_amount_minor === 0 || !(untaxed || hasNoRate)) return undefined;
  return checkOf(
    "vat_on_zero_category",
    `VAT of ${vat_amount_minor} was charged, but the supply is ${untaxed ? rate_category : "at a rate of zero"}`,
  );
}

/** True if the VAT of an event is `rate` of the taxable amount, apart from rounding. */
function fits({ taxable_amount_minor, vat_amount_minor }: SupplyEvent, rate: number): boolean {
  const exact = BigInt(taxable_amount_minor) * BigInt(rate);
  const apart = exact - BigInt(vat_amount_minor) * 10_000n;
  const tolerated = VAT_TOLERANCE_MINOR * 10_000n;
  return apart <= tolerated && apart >= -tolerated;
}

/**
 * Returns findings that need attention but exclude nothing. The VAT that was charged is declared, so it is questioned
 * here but never replaced. The checks read the event, its place and the rates alone, so a replay finds the same.
 */
export function checksOf(
  event: SupplyEvent,
  placement: Placement,
  rates: RateCatalogue,
  source?: SourceProfile,
): Check[] {
  return [
    ...rateChecks(asTaxed(event, placement), rates),
    vatOnBusinessSale(event) ?? vatOnUntaxedSale(event, placement),
    afterSchemesBegan(event),
    currencyInUse(event),
    evidenceGiven(event, placement),
    evidenceAgrees(event),
    valueFitsPrice(event),
    deemedSupplierAsProfiled(event, source),
  ].filter((check) => check !== undefined);
}

/**
 * Returns the checks of an event whose place has changed. A finding against the profile of its source is kept, because
 * that profile is no longer known.
 */
export const checksAnew = (
  event: SupplyEvent,
  placement: Placement,
  found: readonly Check[],
  rates: RateCatalogue,
): Check[] => [
  ...checksOf(event, placement, rates),
  ...found.filter(({ code }) => code === "deemed_supplier_differs_from_source"),
];

/**
 * Finds VAT on a cross-border sale to a business. The business accounts for the VAT itself (Art. 138, 196), so the VAT
 * is in no return of this service. In the seller's country VAT is charged to every customer.
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

/**
 * Finds VAT on a sale that no Member State taxes. Whoever enters VAT on an invoice owes it (Art. 203), and no return of
 * this service would have it; most often the country is mistyped. A sale in review is found by its review.
 */
function vatOnUntaxedSale(event: SupplyEvent, placement: Placement): Check | undefined {
  if (!isSale(event) || event.vat_amount_minor === 0) return undefined;
  const reason = untaxedReason(event, placement);
  return reason
    ? checkOf("vat_on_untaxed_sale", `VAT of ${event.vat_amount_minor} was charged on ${reason}`)
    : undefined;
}

function untaxedReason(event: SupplyEvent, placement: Placement): string | undefined {
  const { treatment, classification_status } = placement;
  if (classification_status !== "excluded") return undefined;
  if (treatment === "export") return `an export to ${event.consumption_country}`;
  if (treatment === "outside_scope") return "a sale outside the scope of VAT";
  const from = fromCountryOf(event);
  return isTaxedAtOrigin(placement) && from !== undefined && !isMemberState(from)
    ? `a sale that is taxed in ${from}, which has no VAT of the Union`
    : undefined;
}

/** Finds a supply before the schemes began. Such a supply cannot be in an OSS return; the year is usually mistyped. */
function afterSchemesBegan({ supply_date }: SupplyEvent): Check | undefined {
  if (supply_date >= SCHEMES_BEGAN) return undefined;
  return checkOf("before_scheme", `the schemes began on ${SCHEMES_BEGAN}`);
}

/**
 * Finds a sale in a currency that the euro had replaced: its amount is most often in euro. A refund keeps the currency of
 * its sale, which may be older.
 */
function currencyInUse(event: SupplyEvent): Check | undefined {
  const { currency, supply_date } = event;
  const fixed = fixedEuroRateOn(currency, supply_date);
  if (!fixed || !isSale(event)) return undefined;
  return checkOf(
    "currency_replaced_by_euro",
    `the euro replaced ${currency} on ${fixed.valid_from}; the amount converts at ${fixed.rate}: book it in EUR if it is in euro`,
  );
}

/**
 * Checks that a TBE service has evidence of the customer's location. One item is enough for no seller who supplies it from
 * outside the Union (Art. 24b(d) CIR 282/2011).
 */
function evidenceGiven(event: SupplyEvent, placement: Placement): Check | undefined {
  if (event.supply_kind !== "tbe_services" || !isSale(event)) return undefined;
  const items = new Set(event.location_evidence?.map(({ kind }) => kind)).size;
  if (items === 0) {
    return checkOf(
      "location_evidence_missing",
      "no evidence of the customer's location is recorded",
    );
  }
  return items === 1 && needsTwoItems(event, placement)
    ? checkOf("location_evidence_missing", "a seller outside the Union needs two items of evidence")
    : undefined;
}

const needsTwoItems = (
  { supply_kind }: SupplyEvent,
  { classification_status, treatment }: Placement,
): boolean =>
  classification_status === "classified" &&
  SCHEMES.some((scheme) => scheme.takes({ supply_kind, treatment }) && !scheme.has_relief);

/** Finds evidence that differs from the deciding evidence, so that it is on record. */
function evidenceAgrees(event: SupplyEvent): Check | undefined {
  const others = isSale(event) ? differingEvidence(event) : [];
  if (others.length === 0) return undefined;
  const pieces = others.map(({ kind, country }) => `${kind} says ${country}`).join(", ");
  return checkOf("location_evidence_differs", pieces);
}

/**
 * Compares the supplier role with the profile of the source. A sale through a marketplace that is the deemed supplier
 * (Art. 14a) belongs to the marketplace, or the flag is wrong.
 */
function deemedSupplierAsProfiled(
  event: SupplyEvent,
  source: SourceProfile | undefined,
): Check | undefined {
  if (!source || !isSale(event)) return undefined;
  // Covers both the platform and the underlying seller: the platform declares the sale.
  const isDeemed = roleOf(event) !== "seller";
  if (source.marketplace_deemed_supplier === isDeemed) return undefined;
  if (!isDeemed && isNoPlatformsSale(event)) return undefined;
  return checkOf(
    "deemed_supplier_differs_from_source",
    `the profile of ${source.source_key} says ${source.marketplace_deemed_supplier}`,
  );
}

/** True if no platform is the deemed supplier (Art. 14a): a sale to a business, or an import above EUR 150. */
function isNoPlatformsSale({ customer_type, consignment }: SupplyEvent): boolean {
  const value = (consignment && eurValueOf(consignment)) ?? 0;
  return customer_type === "b2b" || value > CONSIGNMENT_LIMIT_EUR_MINOR;
}
