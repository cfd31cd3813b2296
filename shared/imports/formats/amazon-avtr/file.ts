import type { KnownFile } from "../known-file.ts";

/**
 * Amazon VAT Transactions Report. Columns are found by name: their order and number have changed twice since 2019. Rows
 * end after their last filled cell.
 */
export const AVTR_FILE = {
  format: "amazon_avtr",
  title: "Amazon VAT Transactions Report (AVTR)",
  kind: "table",
  form: {
    separators: ["\t", ",", ";"],
    isQuoted: false,
    hasShortRows: true,
    needed: [
      "TRANSACTION_TYPE",
      "TRANSACTION_EVENT_ID",
      "ACTIVITY_TRANSACTION_ID",
      "TAX_CALCULATION_DATE",
      "TRANSACTION_COMPLETE_DATE",
      "SELLER_SKU",
      "TOTAL_ACTIVITY_VALUE_AMT_VAT_EXCL",
      "TOTAL_ACTIVITY_VALUE_VAT_AMT",
      "PRICE_OF_ITEMS_VAT_RATE_PERCENT",
      "TRANSACTION_CURRENCY_CODE",
      "SALE_DEPART_COUNTRY",
      "SALE_ARRIVAL_COUNTRY",
      "BUYER_VAT_NUMBER_COUNTRY",
      "TAXABLE_JURISDICTION",
      "TAX_REPORTING_SCHEME",
      "TAX_COLLECTION_RESPONSIBILITY",
    ],
  },
} as const satisfies KnownFile;
