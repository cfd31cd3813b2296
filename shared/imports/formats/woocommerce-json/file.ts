import type { KnownFile } from "../known-file.ts";

export const WOOCOMMERCE_FILE = {
  format: "woocommerce_json",
  title: "WooCommerce orders and refunds of the REST API (JSON)",
  kind: "json",
  lists: ["orders", "refunds"],
  keys: ["line_items", "meta_data", "total_tax"],
} as const satisfies KnownFile;
