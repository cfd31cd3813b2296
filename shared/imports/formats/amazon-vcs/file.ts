import type { KnownFile } from "../known-file.ts";

/** Amazon VAT Calculation report; older ones have fewer columns than the current 84. */
export const VCS_FILE = {
  format: "amazon_vcs",
  title: "Amazon VAT Calculation report (VCS)",
  kind: "table",
  form: {
    separators: [",", "\t", ";"],
    isQuoted: true,
    hasShortRows: false,
    needed: [
      "Transaction Type",
      "Order ID",
      "Shipment Date",
      "Shipment ID",
      "Transaction ID",
      "SKU",
      "Tax Calculation Date",
      "Tax Rate",
      "Currency",
      "Tax Calculation Reason Code",
      "Tax Reporting Scheme",
      "Tax Collection Responsibility",
      "Tax Address Role",
      "OUR_PRICE Tax Amount",
      "OUR_PRICE Tax Exclusive Selling Price",
      "Buyer Tax Registration Type",
      "Export Outside EU",
      "Ship From Country",
      "Ship To Country",
      "Ship To Postal Code",
    ],
  },
} as const satisfies KnownFile;
