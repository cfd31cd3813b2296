import type { TableForm } from "../../files/table-form.ts";

/** What is charged: each price is signed, and so is the promotion that is added to it. */
export const VCS_NET = ["OUR_PRICE", "SHIPPING", "GIFTWRAP"].flatMap((part) => [
  `${part} Tax Exclusive Selling Price`,
  `${part} Tax Exclusive Promo Amount`,
]);

export const VCS_VAT = ["OUR_PRICE", "SHIPPING", "GIFTWRAP"].flatMap((part) => [
  `${part} Tax Amount`,
  `${part} Tax Amount Promo`,
]);

/** Amazon VAT Calculation report; older ones have fewer columns than the 84 of today. */
export const VCS_FORM: TableForm = {
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
};
