import { AMAZON_AVTR } from "./amazon-avtr/read.ts";
import { AMAZON_VCS } from "./amazon-vcs/read.ts";
import { BILLBEE_JSON } from "./billbee-json/read.ts";
import { EVENTS_CSV } from "./events-csv/read.ts";
import { EVENTS_NDJSON } from "./events-ndjson/read.ts";
import type { ImportFormat } from "./import-format.ts";
import { MAGENTO_JSON } from "./magento-json/read.ts";
import { SHOPIFY_CSV } from "./shopify-csv/read.ts";
import { SHOPIFY_JSON } from "./shopify-json/read.ts";
import { SHOPWARE6_JSON } from "./shopware6-json/read.ts";
import { STRIPE_INVOICES_JSON } from "./stripe-invoices/read.ts";
import { STRIPE_ITEMIZED } from "./stripe-itemized/read.ts";
import { WOOCOMMERCE_JSON } from "./woocommerce-json/format.ts";

/** All formats that can be imported. A new format is a new folder and a new line here. */
export const IMPORT_FORMATS: readonly ImportFormat[] = [
  AMAZON_AVTR,
  AMAZON_VCS,
  BILLBEE_JSON,
  EVENTS_CSV,
  EVENTS_NDJSON,
  MAGENTO_JSON,
  SHOPIFY_CSV,
  SHOPIFY_JSON,
  SHOPWARE6_JSON,
  STRIPE_INVOICES_JSON,
  STRIPE_ITEMIZED,
  WOOCOMMERCE_JSON,
];
