import type { TableForm } from "../../files/table-form.ts";

/**
 * Amazon VAT Transactions Report. Columns are found by name: their order and number have changed
 * twice since 2019. Rows are cut behind their last filled cell.
 */
export const AVTR_FORM: TableForm = {
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
};

/** Item, shipping and gift wrap: each has a rate of its own, and promotions are in its total. */
export const AVTR_PARTS = [
  {
    suffix: "item",
    net: "TOTAL_PRICE_OF_ITEMS_AMT_VAT_EXCL",
    vat: "TOTAL_PRICE_OF_ITEMS_VAT_AMT",
    rate: "PRICE_OF_ITEMS_VAT_RATE_PERCENT",
  },
  {
    suffix: "ship",
    net: "TOTAL_SHIP_CHARGE_AMT_VAT_EXCL",
    vat: "TOTAL_SHIP_CHARGE_VAT_AMT",
    rate: "SHIP_CHARGE_VAT_RATE_PERCENT",
  },
  {
    suffix: "gift",
    net: "TOTAL_GIFT_WRAP_AMT_VAT_EXCL",
    vat: "TOTAL_GIFT_WRAP_VAT_AMT",
    rate: "GIFT_WRAP_VAT_RATE_PERCENT",
  },
] as const;
