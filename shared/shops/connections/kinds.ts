export const CONNECTION_KINDS = ["woocommerce", "shopify", "stripe"] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/** The import format that reads the orders of a kind of shop. */
export const FORMAT_OF_KIND = {
  woocommerce: "woocommerce_json",
  shopify: "shopify_json",
  stripe: "stripe_invoices_json",
} as const satisfies Record<ConnectionKind, string>;
