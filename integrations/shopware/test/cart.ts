import type { LineItem, TaxRequest } from "../src/cart.ts";

export const TAX_IDS = {
  standard: "d924ad59798a40958eb582ddfae6626d",
  books: "5840ff0975ac428ebf7838359e47737f",
};

const item = (id: string, totalPrice: number, taxId?: string): LineItem => ({
  uniqueIdentifier: id,
  price: { totalPrice },
  payload: taxId === undefined ? [] : { taxId },
});

/**
 * A cart of our own in the shape that Shopware publishes for tax providers
 * (https://github.com/shopware/app-php-sdk/blob/main/tests/Context/_fixtures/tax.json): two products, a promotion, shipping.
 */
export const cartTo = (iso: string, taxStatus: "gross" | "net" = "gross"): TaxRequest => ({
  cart: {
    price: { taxStatus },
    lineItems: [
      item("lamp", 119, TAX_IDS.standard),
      item("book", 21.4, TAX_IDS.books),
      item("ten-percent", -14.04),
    ],
    deliveries: [
      {
        positions: [{ identifier: "lamp" }, { identifier: "book" }],
        location: { country: { iso }, address: { zipcode: "10115" } },
        shippingCosts: { totalPrice: 4.9 },
      },
    ],
  },
  salesChannelContext: {
    currency: { isoCode: "EUR" },
    shippingLocation: { country: { iso }, address: null },
  },
});
