import type { KnownFile } from "../known-file.ts";

export const STRIPE_FILE = {
  format: "stripe_itemized",
  title: "Stripe Tax itemized export (tax.transactions.itemized.2)",
  kind: "table",
  form: {
    separators: [",", ";", "\t"],
    isQuoted: true,
    hasShortRows: false,
    needed: [
      "id",
      "line_item_id",
      "type",
      "currency",
      "tax_code",
      "tax_date",
      "transaction_date",
      "tax_rate",
      "tax_amount",
      "taxable_amount",
      ["destination_resolved_address_country", "country_code"],
    ],
  },
} as const satisfies KnownFile;
