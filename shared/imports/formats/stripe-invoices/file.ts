import type { KnownFile } from "../known-file.ts";

export const STRIPE_INVOICES_FILE = {
  format: "stripe_invoices_json",
  title: "Stripe invoices and credit notes of the API (JSON)",
  kind: "json",
  lists: ["data"],
  keys: ["livemode", "total_taxes", "total_excluding_tax"],
} as const satisfies KnownFile;
