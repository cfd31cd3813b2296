import * as z from "zod";

/** Read access to a shop: its address and the keys that its owner has made. */
export const ShopAccess = z.object({
  /** Without a path of the API. */
  address: z.string(),
  /** The name of the key, which is no secret: consumer key of WooCommerce, client id of Shopify, none of Stripe. */
  key: z.string().optional(),
  secret: z.string(),
});
export type ShopAccess = Readonly<z.output<typeof ShopAccess>>;
