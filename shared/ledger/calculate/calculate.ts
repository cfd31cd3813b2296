import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { placeOfSupply } from "../../vat/place-of-supply/decide.ts";
import { type Finding, isCharged } from "../../vat/place-of-supply/finding.ts";
import { type Place, placeOf } from "../../vat/place-of-supply/place.ts";
import type { PriceIn } from "../../vat/place-of-supply/question.ts";
import type { Seller } from "../../vat/place-of-supply/seller.ts";
import {
  completed,
  isServiceKind,
  type PlacedSupply,
  type Supply,
} from "../../vat/place-of-supply/supply.ts";
import { goodsTotal, type PricedLine, type PriceRequest, priced, total } from "./price.ts";
import { type AppliedRate, NOT_CHARGED, ownRateOf, ratesOf } from "./rate.ts";
import type { CalculationRequest } from "./schema.ts";

/** A price taken apart, line by line; a request without lines has one. */
export type Calculation = {
  readonly request: CalculationRequest;
  readonly day: IsoDate;
  readonly lines: readonly CalculatedLine[];
  /** In place-of-supply mode. */
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
 * The VAT of a price on `day`. `seller` is what is known of who sells; it is needed when the
 * request asks for the place of supply.
 * @throws DomainError `invalid_request` where no rate, or not enough of the supply, is known.
 */
export function calculate(request: CalculationRequest, day: IsoDate, seller?: Seller): Calculation {
  const { supply } = request;
  if (!supply) {
    const place = placeOf(request.country, undefined, day, true);
    return {
      request,
      day,
      lines: linesAt(request, ratesIn(request, place.state ?? undefined, day)),
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
    const lines = linesAt(request, ratesIn(request, state, day));
    return { goods: goodsTotal(lines), total: total(lines) };
  };
  const finding = placeOfSupply({ supply, place, day, currency, priceIn, seller });
  const rates = isCharged(finding)
    ? ratesIn(request, finding.taxed_in ?? undefined, day)
    : chargesOf(request).map(ownRateOf);
  return { request, day, lines: linesAt(request, rates), placed: { supply, place, finding } };
}

/** What is charged for: the lines, or the whole. */
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

const ratesIn = (request: CalculationRequest, state: string | undefined, day: IsoDate) =>
  ratesOf(chargesOf(request), state, state ?? request.country, day);

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
