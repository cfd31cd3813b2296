import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { type Amounts, sumAmounts, taxed } from "../../core/money/amounts.ts";
import { placeOfSupply } from "../../vat/place-of-supply/decide.ts";
import {
  type Finding,
  isCharged,
  type PriceIn,
  type Seller,
} from "../../vat/place-of-supply/finding.ts";
import { type Place, placeOf, regionIn } from "../../vat/place-of-supply/place.ts";
import {
  completed,
  isServiceKind,
  type PlacedSupply,
  type Supply,
} from "../../vat/place-of-supply/supply.ts";
import { shares, shippingWeights } from "./allocate.ts";
import { type AppliedRate, NOT_CHARGED, ownRateOf, ratesOf } from "./rate.ts";
import type { CalculationRequest } from "./schema.ts";

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

/** Returns the total of the lines with shipping. */
export const total = (lines: readonly PricedLine[]): Amounts => sumAmounts(lines.map(lineTotal));

/** Returns the amounts of a line with its shipping. */
const lineTotal = ({ price, shipping }: PricedLine): Amounts =>
  shipping ? sumAmounts([price, shipping]) : price;

/** A priced request, line by line; a request without lines has one line. */
export type Calculation = {
  readonly request: CalculationRequest;
  readonly day: IsoDate;
  readonly lines: readonly CalculatedLine[];
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
export function calculate(request: CalculationRequest, day: IsoDate, seller?: Seller): Calculation {
  const { supply } = request;
  if (!supply) {
    const place = placeOf(request.country, undefined, day, true);
    return {
      request,
      day,
      lines: linesAt(request, ratesIn(request, place, place.state, day)),
    };
  }
  if (!seller) throw new TypeError("a place of supply depends on the seller");
  return placedCalculation(request, supply, day, seller);
}

function placedCalculation(
  request: CalculationRequest,
  given: Supply,
  day: IsoDate,
  seller: Seller,
): Calculation {
  const { country, currency } = request;
  const supply = completed(given, seller.profile);
  const isGoods = !isServiceKind(supply.supply_kind);
  const place = placeOf(country, supply.customer_postcode, day, isGoods);
  const priceIn: PriceIn = (state) => {
    const lines = linesAt(request, ratesIn(request, place, state, day));
    return { goods: goodsTotal(lines), total: total(lines) };
  };
  const finding = placeOfSupply({ supply, place, day, currency, priceIn, seller });
  const rates = isCharged(finding)
    ? ratesIn(request, place, finding.taxed_in, day)
    : chargesOf(request).map(ownRateOf);
  return { request, day, lines: linesAt(request, rates), placed: { supply, place, finding } };
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
const ratesIn = (request: CalculationRequest, place: Place, state: string | null, day: IsoDate) =>
  ratesOf(
    chargesOf(request),
    { state: state ?? undefined, region: regionIn(place, state), place: state ?? request.country },
    day,
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
