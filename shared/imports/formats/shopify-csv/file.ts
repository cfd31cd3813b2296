import type { KnownFile } from "../known-file.ts";

export const SHOPIFY_CSV_FILE = {
  format: "shopify_csv",
  title: "Shopify orders export (CSV)",
  kind: "table",
  form: {
    separators: [",", ";", "\t"],
    isQuoted: true,
    hasShortRows: false,
    // The fields of the order itself are only in the row of its first article.
    continues: (row) => row.cell("Id") === "" && row.cell("Financial Status") === "",
    needed: [
      "Name",
      "Id",
      "Financial Status",
      "Paid at",
      "Created at",
      "Cancelled at",
      "Currency",
      "Subtotal",
      "Shipping",
      "Taxes",
      "Total",
      "Billing Country",
      "Shipping Country",
      "Shipping Zip",
      "Tax 1 Name",
      "Tax 1 Value",
    ],
  },
} as const satisfies KnownFile;
