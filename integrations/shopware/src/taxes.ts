import { type Charge, chargesOf, locationOf, type TaxRequest } from "./cart.ts";

export type TaxSettings = {
  readonly serviceUrl: string;
  /** A read-only key is enough: nothing is stored. */
  readonly apiKey: string;
  /** The tax class of the service for each tax of the shop, by the id of the tax. */
  readonly taxClasses: Readonly<Record<string, string>>;
  readonly dispatchCountry?: string | undefined;
  readonly timeoutMs: number;
};

type Tax = { readonly tax: number; readonly taxRate: number; readonly price: number };

/** The answer of a tax provider. Without any taxes, the shop keeps its own. */
export type Taxes = {
  readonly lineItemTaxes?: Readonly<Record<string, readonly Tax[]>>;
  readonly deliveryTaxes?: Readonly<Record<string, readonly Tax[]>>;
  readonly cartPriceTaxes?: readonly Tax[];
};

type QuotedLine = {
  readonly vat_rate_bps: number;
  readonly gross_amount_minor: number;
  readonly net_amount_minor: number;
  readonly vat_amount_minor: number;
};

/**
 * Asks the service for the taxes of a cart. Whatever goes wrong, the answer has no taxes: an error or a late answer would
 * stop the checkout, but an answer without taxes leaves it those of the shop.
 */
export async function taxesOf(request: TaxRequest, settings: TaxSettings): Promise<Taxes> {
  try {
    const charges = chargesOf(request, settings.taxClasses);
    const body = charges && quoteRequest(request, charges, settings);
    if (!charges || !body) return {};
    const response = await fetch(new URL("/v1/vat/calculate", settings.serviceUrl), {
      method: "POST",
      headers: { "X-API-Key": settings.apiKey, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(settings.timeoutMs),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`the service answered ${response.status}: ${text}`);
    return answerOf(charges, JSON.parse(text).lines, request.cart.price.taxStatus === "gross");
  } catch (error) {
    process.stderr.write(`a cart keeps the taxes of its shop: ${error}\n`);
    return {};
  }
}

/** Returns the body of a calculation that is not stored; undefined before the country is known. */
export function quoteRequest(
  request: TaxRequest,
  charges: readonly Charge[],
  { dispatchCountry: dispatch_country }: Pick<TaxSettings, "dispatchCountry">,
) {
  const { country, address } = locationOf(request);
  if (!country.iso) return undefined;
  return {
    country: country.iso,
    currency: request.salesChannelContext.currency.isoCode,
    price_includes_vat: request.cart.price.taxStatus === "gross",
    lines: charges
      .flatMap(({ parts }) => parts)
      .map(({ taxClass, minor }) => ({ tax_class_id: taxClass, gross_amount_minor: minor })),
    supply: {
      supply_kind: "goods",
      ...(dispatch_country && { dispatch_country }),
      ...(address?.zipcode && { customer_postcode: address.zipcode.slice(0, 20) }),
    },
    store: false,
  };
}

/** Returns the answer for Shopware from the lines of a quote, which are in the order of the parts. */
export function answerOf(
  charges: readonly Charge[],
  lines: readonly QuotedLine[],
  includesVat: boolean,
): Taxes {
  const left = [...lines];
  const quoted = charges.map((charge) => ({ charge, lines: left.splice(0, charge.parts.length) }));
  const ofKind = (kind: Charge["of"]) =>
    Object.fromEntries(
      quoted
        .filter(({ charge }) => charge.of === kind)
        .map(({ charge, lines }) => [charge.id, byRate(lines, includesVat)]),
    );
  return {
    lineItemTaxes: ofKind("lineItem"),
    deliveryTaxes: ofKind("delivery"),
    cartPriceTaxes: byRate(lines, includesVat),
  };
}

/** Adds lines up by rate. Shopware's price of a tax is with VAT where the prices of the shop are. */
function byRate(lines: readonly QuotedLine[], includesVat: boolean): Tax[] {
  return [...Map.groupBy(lines, ({ vat_rate_bps }) => vat_rate_bps)].map(([bps, same]) => {
    const sum = (read: (line: QuotedLine) => number) =>
      same.reduce((total, line) => total + read(line), 0) / 100;
    return {
      tax: sum(({ vat_amount_minor }) => vat_amount_minor),
      taxRate: bps / 100,
      price: sum((line) => (includesVat ? line.gross_amount_minor : line.net_amount_minor)),
    };
  });
}
