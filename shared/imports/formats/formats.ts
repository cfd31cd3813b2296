import { AMAZON_AVTR } from "./amazon-avtr/format.ts";
import { AMAZON_VCS } from "./amazon-vcs/format.ts";
import { EVENTS_CSV } from "./events-csv/format.ts";
import { EVENTS_NDJSON } from "./events-ndjson/format.ts";
import type { ImportFormat } from "./import-format.ts";
import { SHOPIFY_CSV } from "./shopify-csv/format.ts";
import { SHOPIFY_JSON } from "./shopify-json/format.ts";
import { STRIPE_INVOICES_JSON } from "./stripe-invoices/format.ts";
import { STRIPE_ITEMIZED } from "./stripe-itemized/format.ts";
import { WOOCOMMERCE_JSON } from "./woocommerce-json/format.ts";

/** All formats that can be imported. A new format is a new folder and a new line here. */
export const IMPORT_FORMATS: readonly ImportFormat[] = [
  AMAZON_AVTR,
  AMAZON_VCS,
  EVENTS_CSV,
  EVENTS_NDJSON,
  SHOPIFY_CSV,
  SHOPIFY_JSON,
  STRIPE_INVOICES_JSON,
  STRIPE_ITEMIZED,
  WOOCOMMERCE_JSON,
];
