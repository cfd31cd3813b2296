import type { IsoDate } from "../../core/calendar/dates.ts";
import { type Fault, rejectFaulty } from "../../core/errors/errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import { type Amounts, type Currency, sumAmounts, taxed } from "../../core/money/money.ts";
import { placeOfSupply } from "../../vat/place-of-supply/decide.ts";
import {
  type Finding,
  isCharged,
  type Place,
  type PriceIn,
  placeOf,
  regionIn,
  type Seller,
} from "../../vat/place-of-supply/place.ts";
import {
  completed,
  isServiceKind,
  type PlacedSupply,
  type Supply,
} from "../../vat/place-of-supply/supply.ts";
import type { RateRegion } from "../../vat/reference-data/special-territories.ts";
import {
  type Form,
  formOf,
  RATES_COMPLETE_FROM,
  type RateCatalogue,
} from "../../vat/reference-data/vat-rates.ts";
import type { RateCategory } from "../../vat/schemes/supply-event.ts";
import { profileOn } from "../../vat/seller/profile.ts";
import { TAX_CLASSES } from "../../vat/tax-classes/catalogue.ts";
import { classRateOn, RATED_STATES } from "../../vat/tax-classes/class-rates.ts";
import { rateNote } from "../../vat/tax-classes/rate-notes.ts";
import { yearToDate } from "../../vat/threshold/turnover.ts";
import { loadThresholdInput } from "../load-threshold.ts";
import { shares, shippingWeights } from "./portions.ts";
import type { CalculationRequest } from "./schema.ts";

/** The choice of rate: a tax class, or a rate in basis points that the caller gives. */
type Taxed = {
  readonly tax_class_id?: string | undefined;
  readonly vat_rate_bps?: number | undefined;
};

/** The rate that was applied and its category in returns; the category is null if no standard rate is known. */
export type AppliedRate = {
  readonly vat_rate_bps: number;
  readonly rate_category: RateCategory | null;
  /** The catalogue rate of the class, returned alongside a rate that the caller gave; null if there is none. */
  readonly class_rate_bps?: number | null;
  /** What the class cannot tell of the scope of its rate; null if nothing is known. */
  readonly rate_note: string | null;
};

/** No VAT is charged: the supply is outside the scope of VAT, or the customer accounts for it. */
const NOT_CHARGED: AppliedRate = { vat_rate_bps: 0, rate_category: null, rate_note: null };

/**
 * Returns the rate of a supply on which no VAT is due: zero, unless the caller has charged a rate anyway. VAT that was
 * charged is owed (Art. 203 VAT Directive).
 */
const ownRateOf = ({ vat_rate_bps = 0, tax_class_id }: Taxed): AppliedRate =>
  vat_rate_bps === 0
    ? NOT_CHARGED
    : { ...NOT_CHARGED, vat_rate_bps, ...(tax_class_id ? { class_rate_bps: null } : {}) };

/** The place whose rates apply, and how the supply is delivered. */
type RatePlace = {
  /** The code of a Member State in returns, or undefined for another country. */
  readonly state: string | undefined;
  /** The region there with a standard rate of its own. */
  readonly region?: RateRegion | undefined;
  /** The country as the caller named it, for the message. */
  readonly place: string;
  /** The form of the supply: some rates of classes cover only the other one. */
  readonly form?: Form;
};

/**
 * Returns the rate of each charge.
 * @throws DomainError `invalid_request` if no rate is known: an unknown rate is never replaced by 0 %.
 */
export function ratesOf(
  charges: readonly (Taxed & { readonly field: string })[],
  at: RatePlace,
  day: IsoDate,
  catalogue: RateCatalogue,
): AppliedRate[] {
  const found = charges.map((charge) => ({ charge, rate: rateOf(charge, at, day, catalogue) }));
  const faults = found.flatMap(({ charge, rate }) =>
    rate ? [] : [unknownRate(charge, at, day, catalogue)],
  );
  rejectFaulty(faults);
  return found.flatMap(({ rate }) => rate ?? []);
}

function rateOf(
  charge: Taxed,
  at: RatePlace,
  day: IsoDate,
  catalogue: RateCatalogue,
): AppliedRate | undefined {
  const { tax_class_id = "" } = charge;
  const ofClass = classRateIn(at, tax_class_id, day, catalogue);
  const vat_rate_bps = charge.vat_rate_bps ?? ofClass;
  if (vat_rate_bps === undefined) return undefined;
  const hasBoth = charge.vat_rate_bps !== undefined && charge.tax_class_id !== undefined;
  return {
    vat_rate_bps,
    rate_category: categoryOf(vat_rate_bps, tax_class_id, at, day, catalogue),
    rate_note: noteIn(at, tax_class_id, day, catalogue),
    ...(hasBoth ? { class_rate_bps: ofClass ?? null } : {}),
  };
}

/**
 * Returns the catalogue rate in basis points; none for an electronic service that the rate of the class does not cover.
 * For Northern Ireland only the standard rate is stored. The rates of a region replace those of its Member State.
 */
export function classRateIn(
  at: RatePlace,
  classId: string,
  day: IsoDate,
  catalogue: RateCatalogue,
): number | undefined {
  const { state, region, form } = at;
  if (state === undefined) return undefined;
  const rateIn = (id: string) => classRateOn(id, state, day, catalogue, form)?.rate_bps;
  const rate = rateIn(classId);
  if (region === undefined || rate === undefined) return rate;
  return rate === rateIn("standard")
    ? region.standard_rate_bps
    : (region.reduced_rates_bps[rate] ?? rate);
}

function noteIn(
  { state = "", form }: RatePlace,
  classId: string,
  day: IsoDate,
  catalogue: RateCatalogue,
): string | null {
  const rate = classRateOn(classId, state, day, catalogue, form);
  return rate ? rateNote(classId, state, rate) : null;
}

/**
 * Returns the category of a rate. Zero-rated and exempt are both 0 in the rates, so the class decides between these
 * categories.
 */
function categoryOf(
  vat_rate_bps: number,
  classId: string,
  at: RatePlace,
  day: IsoDate,
  catalogue: RateCatalogue,
): RateCategory | null {
  if (vat_rate_bps === 0) return EXEMPT_CLASSES.has(classId) ? "exempt" : "zero";
  const standard = classRateIn(at, "standard", day, catalogue);
  if (standard === undefined) return null;
  return vat_rate_bps >= standard ? "standard" : "reduced";
}

const EXEMPT_CLASSES: ReadonlySet<string> = new Set(
  TAX_CLASSES.filter(({ tags }) => tags.includes("exempt")).map(({ id }) => id),
);

function unknownRate(
  { field, tax_class_id = "" }: Taxed & { readonly field: string },
  at: RatePlace,
  day: IsoDate,
  catalogue: RateCatalogue,
): Fault {
  const { state, place, form } = at;
  const physical =
    state && form === "electronic" && classRateOn(tax_class_id, state, day, catalogue);
  if (physical) {
    const unknown = `no rate of ${tax_class_id} is known for electronic services in ${place} on ${day}`;
    const reason = `its rate of ${physical.rate_bps / 100} % covers physical supplies alone`;
    return { field, message: `${unknown}: ${reason}; name one in vat_rate_bps` };
  }
  if (state !== undefined && RATED_STATES.includes(state)) {
    const message = `no rate of ${tax_class_id} is known for ${day}; rates begin on ${RATES_COMPLETE_FROM}`;
    return { field: "transaction_date", message };
  }
  const message = `no rate of ${tax_class_id} is known in ${place}; name one in vat_rate_bps`;
  return { field, message };
}

/** The amounts to price: the lines, and the shipping that belongs to them; in minor units. */
type PriceRequest = {
  readonly amounts: readonly bigint[];
  readonly shipping: bigint | undefined;
  readonly includesVat: boolean;
};

/** A line with its part of the shipping. Each part is rounded separately; totals add rounded amounts. */
type PricedLine = {
  readonly price: Amounts;
  readonly shipping?: Amounts;
};

/**
 * Prices the lines, each at its rate. Shipping is ancillary to the goods, so it is split over the lines by net value.
 * Each part of the shipping is taxed at the rate of its line.
 */
export function priced(request: PriceRequest, rates: readonly AppliedRate[]): PricedLine[] {
  const rateAt = (index: number): number => rates[index]?.vat_rate_bps ?? 0;
  const part = (amount: bigint, index: number) => taxed(amount, rateAt(index), request.includesVat);
  const prices = request.amounts.map(part);
  if (request.shipping === undefined) return prices.map((price) => ({ price }));
  const weights = shippingWeights(
    request.shipping,
    prices.map(({ net }) => net),
  );
  const shipping = shares(request.shipping, weights).map(part);
  return prices.map((price, index) => ({ price, shipping: shipping[index] ?? sumAmounts([]) }));
}

/** Returns the total of the lines without shipping. */
export const goodsTotal = (lines: readonly PricedLine[]): Amounts =>
  sumAmounts(lines.map(({ price }) => price));

export const total = (lines: readonly PricedLine[]): Amounts => sumAmounts(lines.map(lineTotal));

const lineTotal = ({ price, shipping }: PricedLine): Amounts =>
  shipping ? sumAmounts([price, shipping]) : price;

/** A priced request, line by line; a request without lines has one line. */
export type Calculation = {
  readonly request: CalculationRequest;
  readonly day: IsoDate;
  readonly lines: readonly CalculatedLine[];
  readonly rates_version: string;
  /** The result of place-of-supply mode. */
  readonly placed?: {
    readonly supply: PlacedSupply;
    readonly place: Place;
    readonly finding: Finding;
  };
};

export type CalculatedLine = PricedLine & {
  readonly line_id?: string | undefined;
  readonly tax_class_id?: string | undefined;
  readonly rate: AppliedRate;
};

/**
 * Calculates the VAT of a price on `day`. `seller` is required if the request asks for the place of supply.
 * @throws DomainError `invalid_request` if a rate is unknown or the supply is incomplete.
 */
export function calculate(
  request: CalculationRequest,
  day: IsoDate,
  catalogue: RateCatalogue,
  seller?: Seller,
): Calculation {
  const { supply } = request;
  if (!supply) {
    const place = placeOf(request.country, undefined, day, true);
    return {
      request,
      day,
      lines: linesAt(request, ratesIn(request, place, place.state, day, catalogue)),
      rates_version: catalogue.version,
    };
  }
  if (!seller) throw new TypeError("a place of supply depends on the seller");
  return placedCalculation(request, supply, day, catalogue, seller);
}

function placedCalculation(
  request: CalculationRequest,
  given: Supply,
  day: IsoDate,
  catalogue: RateCatalogue,
  seller: Seller,
): Calculation {
  const { country, currency } = request;
  const supply = completed(given, seller.profile);
  const isGoods = !isServiceKind(supply.supply_kind);
  const place = placeOf(country, supply.customer_postcode, day, isGoods);
  const priceIn: PriceIn = (state) => {
    const lines = linesAt(request, ratesIn(request, place, state, day, catalogue));
    return { goods: goodsTotal(lines), total: total(lines) };
  };
  const finding = placeOfSupply({ supply, place, day, currency, priceIn, seller });
  const rates = isCharged(finding)
    ? ratesIn(request, place, finding.taxed_in, day, catalogue)
    : chargesOf(request).map(ownRateOf);
  const lines = linesAt(request, rates);
  return {
    request,
    day,
    lines,
    rates_version: catalogue.version,
    placed: { supply, place, finding },
  };
}

/** Returns the charges of a request: its lines, or the whole price. */
const chargesOf = (request: CalculationRequest) =>
  request.lines?.map((line, index) => ({ ...line, field: `lines.${index}.tax_class_id` })) ?? [
    {
      tax_class_id: request.tax_class_id,
      vat_rate_bps: request.vat_rate_bps,
      gross_amount_minor: request.gross_amount_minor ?? 0,
      line_id: undefined,
      field: "tax_class_id",
    },
  ];

/** Returns the rates of a request that is taxed in `state`, with those of the customer's region if that lies there. */
const ratesIn = (
  request: CalculationRequest,
  place: Place,
  state: string | null,
  day: IsoDate,
  catalogue: RateCatalogue,
) =>
  ratesOf(
    chargesOf(request),
    {
      state: state ?? undefined,
      region: regionIn(place, state),
      place: state ?? request.country,
      form: formOf(request.supply?.supply_kind),
    },
    day,
    catalogue,
  );

function linesAt(request: CalculationRequest, rates: readonly AppliedRate[]): CalculatedLine[] {
  const charges = chargesOf(request);
  const { shipping_amount_minor: shipping, price_includes_vat: includesVat } = request;
  const price: PriceRequest = {
    amounts: charges.map(({ gross_amount_minor }) => BigInt(gross_amount_minor)),
    shipping: shipping === undefined ? undefined : BigInt(shipping),
    includesVat,
  };
  return priced(price, rates).map((line, index) => ({
    ...line,
    line_id: charges[index]?.line_id,
    tax_class_id: charges[index]?.tax_class_id,
    rate: rates[index] ?? NOT_CHARGED,
  }));
}

/** The facts of a supply that are known before its place is decided. */
type Planned = {
  readonly day: IsoDate;
  readonly currency: Currency;
  /** The country of the establishment that makes the supply, if the request names one. */
  readonly country: string | undefined;
};

/** Loads what the place of a supply depends on, apart from the supply itself. */
export async function loadSeller(
  ledger: LedgerId,
  { day, currency, country }: Planned,
  today: IsoDate,
): Promise<Seller> {
  // This supply counts towards the threshold as well, and may be the first in its currency.
  const planned = { day, currency };
  const options = { country, planned };
  const threshold = await loadThresholdInput(ledger, yearToDate(day), today, options);
  const { profile, registrations } = threshold.seller;
  return { profile: profileOn(profile, day), registrations, threshold };
}
