import { LanguageCode, type Order, type OrderLine, ShippingCalculator } from "@vendure/core";

type Line = Pick<OrderLine, "proratedLinePrice" | "taxRate">;

/**
 * Returns the rate of shipping in percent. Shipping shares the rate of the goods (Art. 78(b) VAT Directive), and a
 * shipping line of Vendure has one rate: that of the goods with the largest net value, and of equal ones the higher.
 */
export function shippingRate(lines: readonly Line[]): number {
  const nets = new Map<number, number>();
  for (const { taxRate, proratedLinePrice } of lines) {
    nets.set(taxRate, (nets.get(taxRate) ?? 0) + proratedLinePrice);
  }
  const [largest] = [...nets].sort(([rate, net], [other, value]) => value - net || other - rate);
  return largest?.[0] ?? 0;
}

/** A flat price of shipping with the rate of the goods. Calculators of your own take `shippingRate(order.lines)`. */
export const euVatFlatRate = new ShippingCalculator({
  code: "eu-vat-flat-rate",
  description: [{ languageCode: LanguageCode.en, value: "Flat rate with the VAT of the goods" }],
  args: {
    rate: {
      type: "int",
      defaultValue: 0,
      ui: { component: "currency-form-input" },
      label: [{ languageCode: LanguageCode.en, value: "Shipping price" }],
    },
  },
  calculate: (ctx, order: Order, { rate }) => ({
    price: rate,
    priceIncludesTax: ctx.channel.pricesIncludeTax,
    taxRate: shippingRate(order.lines),
  }),
});
