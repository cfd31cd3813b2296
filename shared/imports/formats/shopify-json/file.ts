import type { KnownFile } from "../known-file.ts";

export const SHOPIFY_JSON_FILE = {
  format: "shopify_json",
  title: "Shopify orders of the Admin REST API (JSON)",
  kind: "json",
  lists: ["orders"],
  keys: ["line_items", "presentment_money"],
} as const satisfies KnownFile;
