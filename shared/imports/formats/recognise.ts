import { FileFault, type FileFaultCode } from "../files/csv-record.ts";
import { isObjectALine } from "../files/json-shape.ts";
import { fewestMissing, fitsForm, listed, type TableForm } from "../files/table-header.ts";
import { textOfHead } from "../files/text-bytes.ts";

/** An export that can be imported: the shop's own name of it, and what it looks like. */
export type KnownFile = {
  /** The name of the import format. */
  readonly format: string;
  readonly title: string;
} & (
  | { readonly kind: "table"; readonly form: TableForm }
  | {
      readonly kind: "json";
      /** The names under which an answer of the shop's API has its orders, or one of them. */
      readonly names: readonly string[];
      /** The key that each order has, and no answer around it; "id" by default. */
      readonly id?: string;
      /** The keys by which a file is recognised; of those in a list it has one. */
      readonly keys: readonly (string | readonly string[])[];
    }
  | { readonly kind: "lines"; readonly keys: readonly string[] }
);

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

export const BILLBEE_FILE = {
  format: "billbee_json",
  title: "Billbee orders of the API (JSON)",
  kind: "json",
  names: ["Data"],
  id: "BillBeeOrderId",
  keys: ["BillBeeOrderId", "OrderItems", "TaxRate1"],
} as const satisfies KnownFile;

export const EVENTS_CSV_FILE = {
  format: "events_csv",
  title: "Supply events as a table",
  kind: "table",
  form: {
    separators: [",", ";", "\t"],
    isQuoted: true,
    hasShortRows: false,
    needed: [
      "event_id",
      "event_type",
      "supply_date",
      "supply_kind",
      "currency",
      ["taxable_amount", "taxable_amount_minor"],
      ["vat_amount", "vat_amount_minor"],
    ],
  },
} as const satisfies KnownFile;

export const EVENTS_NDJSON_FILE = {
  format: "events_ndjson",
  title: "Supply events, one JSON object a line",
  kind: "lines",
  keys: ["event_id", "supply_date", "taxable_amount_minor"],
} as const satisfies KnownFile;

export const MAGENTO_FILE = {
  format: "magento_json",
  title: "Magento 2 orders and credit memos of the REST API (JSON)",
  kind: "json",
  names: ["items"],
  id: "entity_id",
  keys: ["increment_id", "base_grand_total", "order_currency_code"],
} as const satisfies KnownFile;

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

export const SHOPIFY_JSON_FILE = {
  format: "shopify_json",
  title: "Shopify orders of the Admin REST API (JSON)",
  kind: "json",
  names: ["orders", "order", "data"],
  keys: ["line_items", "presentment_money"],
} as const satisfies KnownFile;

export const SHOPWARE_FILE = {
  format: "shopware6_json",
  title: "Shopware 6 orders of the Admin API (JSON)",
  kind: "json",
  names: ["data"],
  keys: ["orderNumber", "orderDateTime", "calculatedTaxes"],
} as const satisfies KnownFile;

export const STRIPE_INVOICES_FILE = {
  format: "stripe_invoices_json",
  title: "Stripe invoices and credit notes of the API (JSON)",
  kind: "json",
  names: ["data"],
  keys: ["livemode", "total_taxes", "total_excluding_tax"],
} as const satisfies KnownFile;

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

export const WOOCOMMERCE_FILE = {
  format: "woocommerce_json",
  title: "WooCommerce orders and refunds of the REST API (JSON)",
  kind: "json",
  names: ["orders", "refunds", "order", "data"],
  // A refund of an amount alone has no line, and so no tax.
  keys: ["line_items", "meta_data", ["total_tax", "refunded_payment"]],
} as const satisfies KnownFile;

/** All exports that can be imported. Without the code that reads them, because browsers load this list. */
export const KNOWN_FILES: readonly KnownFile[] = [
  AVTR_FILE,
  VCS_FILE,
  BILLBEE_FILE,
  EVENTS_CSV_FILE,
  EVENTS_NDJSON_FILE,
  MAGENTO_FILE,
  SHOPIFY_CSV_FILE,
  SHOPIFY_JSON_FILE,
  SHOPWARE_FILE,
  STRIPE_INVOICES_FILE,
  STRIPE_FILE,
  WOOCOMMERCE_FILE,
];

/** The import format of a file, or the reason why no format can read it; neither if the file is not known. */
export type Recognised = {
  readonly format?: string;
  readonly fault?: FileFaultCode;
};

export function recognise(head: Uint8Array): Recognised {
  try {
    const format = formatOfHead(head);
    return format === undefined ? {} : { format };
  } catch (error) {
    if (error instanceof FileFault) return { fault: error.code };
    throw error;
  }
}

/**
 * Returns the import format of a file by its first bytes; undefined if no format reads it.
 * @throws FileFault if the file is not a UTF-8 text
 */
export const formatOfHead = (head: Uint8Array): string | undefined =>
  formatOfText(textOfHead(head).replace(/^\uFEFF/, ""));

/** Returns what an older or shortened export lacks: more than half of the columns of a known one are there. */
export function lackingColumns(head: Uint8Array): FileFault | undefined {
  const header = headerOf(textOfHead(head).replace(/^\uFEFF/, ""));
  const [nearest] = KNOWN_FILES.flatMap(({ title, ...file }) => {
    if (file.kind !== "table") return [];
    const missing = fewestMissing(header, file.form);
    return [{ title, missing, share: missing.length / file.form.needed.length }];
  }).sort((a, b) => a.share - b.share);
  if (!nearest || nearest.share >= 0.5) return undefined;
  const { title, missing } = nearest;
  const message = `The header lacks needed columns of the ${title}: ${listed(missing)}.`;
  return new FileFault("missing_columns", message);
}

const headerOf = (text: string): string => text.split(/\r?\n/, 1)[0] ?? "";

function formatOfText(text: string): string | undefined {
  const isJson = /^\s*[[{]/.test(text);
  const header = headerOf(text);
  return KNOWN_FILES.find((file) => {
    if (file.kind === "table") return !isJson && fitsForm(header, file.form);
    const isShaped = isJson && (file.kind === "json" || isObjectALine(text));
    return isShaped && hasKeys(text, file.keys);
  })?.format;
}

const hasKeys = (text: string, keys: readonly (string | readonly string[])[]): boolean =>
  keys.every((key) => new RegExp(`"(?:${[key].flat().join("|")})"\\s*:`).test(text));
