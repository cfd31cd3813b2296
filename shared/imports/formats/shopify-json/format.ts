import * as z from "zod";
import { withRules } from "../../../core/input/cross-field-rules.ts";
import type { JsonRecord } from "../../files/record.ts";
import { importFormat } from "../import-format.ts";
import { importSchemeFaults, importSchemeSettings } from "../import-scheme.ts";
import { shopifyOrderEdit } from "../order-edit.ts";
import {
  DispatchCountry,
  EstablishmentCountry,
  originFaults,
  ShopKind,
  ShopOrImportKind,
  SourceId,
} from "../settings.ts";
import { shopifyJsonAmount, shopifyJsonOrder, shopifyOrderDay } from "./documents.ts";
import { SHOPIFY_JSON_FILE } from "./file.ts";
import { readShopifyJson } from "./read.ts";

const ShopifyJsonSettings = withRules(
  z.strictObject({
    source_id: SourceId,
    dispatch_country: DispatchCountry,
    establishment_country: EstablishmentCountry,
    shipped_kind: ShopOrImportKind.default("goods").describe("What articles that are shipped are"),
    unshipped_kind: ShopKind.default("tbe_services").describe("What all the others are"),
    ...importSchemeSettings,
  }),
  ({ shipped_kind = "goods", unshipped_kind = "tbe_services", ...origin }) => [
    ...originFaults([shipped_kind, unshipped_kind], origin),
    ...importSchemeFaults([shipped_kind], origin),
  ],
);

export type ShopifyJsonSettings = z.output<typeof ShopifyJsonSettings>;

export const SHOPIFY_JSON = importFormat<JsonRecord, ShopifyJsonSettings>({
  isBeta: false,
  file: SHOPIFY_JSON_FILE,
  settings: ShopifyJsonSettings,
  columns: {
    event_id: "id",
    transaction_id: "id",
    supply_date: "processed_at",
    consumption_country: "shipping_address",
    currency: "presentment_money",
    taxable_amount_minor: "price_set",
    vat_amount_minor: "tax_lines",
    vat_rate_bps: "tax_lines",
    payments: "price_set",
  },
  read: readShopifyJson,
  dayOf: shopifyOrderDay,
  orderOf: shopifyJsonOrder,
  editOf: shopifyOrderEdit,
  isOrderIdInternal: true,
  amountOf: shopifyJsonAmount,
});
