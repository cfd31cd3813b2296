import type { ConnectionKind } from "../connections/kinds.ts";
import type { Pull } from "./pull.ts";
import { SHOPIFY_PULL } from "./shopify.ts";
import { STRIPE_PULL } from "./stripe.ts";
import { WOO_PULL } from "./woocommerce.ts";

/** The client of each kind of shop. A new kind is one more record. */
export const PULLS: Readonly<Record<ConnectionKind, Pull>> = {
  woocommerce: WOO_PULL,
  shopify: SHOPIFY_PULL,
  stripe: STRIPE_PULL,
};
