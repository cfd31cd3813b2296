import type { OpenImportRows } from "../../shared/returns/schema.ts";

/** Two rows of a file of July 2025 without a country or VAT, with what a test changes. */
export const makeOpenRows = (rows: Partial<OpenImportRows> = {}): OpenImportRows => ({
  import_id: "i1",
  connection_id: null,
  format: "shopify_orders_csv",
  source_id: "lampen",
  month: "2025-07",
  row_count: 2,
  reasons: ["country_missing", "no_vat_charged"],
  amounts: [
    {
      currency: "EUR",
      gross_amount_minor: 12_278,
      taxable_amount_minor: null,
      vat_amount_minor: null,
    },
  ],
  unread_count: 0,
  ...rows,
});
