import { ratesInForce, standardRatesInForce } from "../../vat/reference-data/vat-rates.ts";
import { type Check, checkOf } from "../../vat/schemes/check-codes.ts";
import { isSale, type SupplyEvent } from "../../vat/schemes/supply-event.ts";

/** Booked VAT may differ from taxable × rate by the rounding of two lines: one minor unit each. */
const VAT_TOLERANCE_MINOR = 2n;

/**
 * Whether rate, category and VAT agree with each other and with the dated rates of the Member State.
 * One slip gives one finding: a rate in per cent would differ from everything else as well.
 */
export function rateChecks(event: SupplyEvent): Check[] {
  const percent = givenInPercent(event);
  if (percent) return [percent];
  return [
    rateInForce(event),
    categoryMatchesRate(event),
    vatMatchesRate(event),
    vatOnZeroCategory(event),
  ].filter((check) => check !== undefined);
}

/**
 * A correction keeps the rate of its sale, which may have ended since: only sales are asked. Nothing
 * is claimed of a country or day that the table does not know.
 */
function ratesFor(event: SupplyEvent): ReadonlySet<number> | undefined {
  const { vat_rate_bps = 0, consumption_country = "", supply_date } = event;
  const isAsked = isSale(event) && vat_rate_bps !== 0;
  return isAsked ? ratesInForce(consumption_country, supply_date) : undefined;
}

/** 19 where 1900 is meant: no such rate, but a hundred times it is one, and the VAT fits that. */
function givenInPercent(event: SupplyEvent): Check | undefined {
  const { vat_rate_bps = 0, vat_amount_minor } = event;
  const meant = vat_rate_bps * 100;
  const rates = ratesFor(event);
  if (!rates || rates.has(vat_rate_bps) || !rates.has(meant)) return undefined;
  if (!fits(event, meant)) return undefined;
  return checkOf(
    "rate_given_in_percent",
    `${vat_rate_bps} bps is ${vat_rate_bps / 100} %, but VAT of ${vat_amount_minor} is ${vat_rate_bps} %: ${meant} bps`,
  );
}

function rateInForce(event: SupplyEvent): Check | undefined {
  const { vat_rate_bps = 0, consumption_country, supply_date } = event;
  const rates = ratesFor(event);
  if (!rates || rates.has(vat_rate_bps)) return undefined;
  return checkOf(
    "rate_not_in_force",
    `${vat_rate_bps} bps is no known rate of ${consumption_country} on ${supply_date}`,
  );
}

/** The return says "standard" or "reduced" beside each rate (Annex III of CIR 2020/194). */
function categoryMatchesRate(event: SupplyEvent): Check | undefined {
  const { vat_rate_bps = 0, rate_category, consumption_country = "", supply_date } = event;
  if (!ratesFor(event)?.has(vat_rate_bps)) return undefined;
  const { usual, regional } = standardRatesInForce(consumption_country, supply_date);
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

/** A rate that a non-sale does not say is that of its sale, and asked about with it. */
function vatMatchesRate(event: SupplyEvent): Check | undefined {
  const { vat_rate_bps, vat_amount_minor, taxable_amount_minor } = event;
  if (vat_rate_bps === undefined || isVatOf(event, vat_rate_bps)) return undefined;
  return checkOf(
    "vat_differs_from_rate",
    `booked VAT ${vat_amount_minor} is not ${vat_rate_bps} bps of ${taxable_amount_minor}`,
  );
}

/** Whether the booked VAT may be that of a rate; an adjustment may take back VAT alone. */
export const isVatOf = (event: SupplyEvent, rate: number): boolean =>
  event.event_type === "adjustment" || fits(event, rate);

/** What is called untaxed stands in no return, and the VAT that was charged with it in none either. */
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

/** Whether the booked VAT is `rate` of the taxable amount, but for rounding. */
function fits({ taxable_amount_minor, vat_amount_minor }: SupplyEvent, rate: number): boolean {
  const exact = BigInt(taxable_amount_minor) * BigInt(rate);
  const apart = exact - BigInt(vat_amount_minor) * 10_000n;
  const tolerated = VAT_TOLERANCE_MINOR * 10_000n;
  return apart <= tolerated && apart >= -tolerated;
}
