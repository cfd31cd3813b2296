import * as z from "zod";
import { withRules } from "../../../core/input/cross-field-rules.ts";
import type { TableRecord } from "../../files/record.ts";
import { importFormat } from "../import-format.ts";
import { importSchemeFaults, importSchemeSettings } from "../import-scheme.ts";
import { shopifyCsvEdit } from "../order-edit.ts";
import {
  DispatchCountry,
  EstablishmentCountry,
  originFaults,
  ShopOrImportKind,
  SourceId,
} from "../settings.ts";
import { SHOPIFY_CSV_FILE } from "./file.ts";
import { readShopifyOrder, shopifyAmount, shopifyDay, shopifyOrderName } from "./read.ts";

const ShopifyCsvSettings = withRules(
  z.strictObject({
    source_id: SourceId,
    supply_kind: ShopOrImportKind.default("goods"),
    dispatch_country: DispatchCountry,
    establishment_country: EstablishmentCountry,
    ...importSchemeSettings,
  }),
  ({ supply_kind = "goods", ...settings }) => [
    ...originFaults([supply_kind], settings),
    ...importSchemeFaults([supply_kind], settings),
  ],
);

export type ShopifyCsvSettings = z.output<typeof ShopifyCsvSettings>;

export const SHOPIFY_CSV = importFormat<TableRecord, ShopifyCsvSettings>({
  isBeta: false,
  file: SHOPIFY_CSV_FILE,
  settings: ShopifyCsvSettings,
  columns: {
    event_id: "Id",
    transaction_id: "Id",
    supply_date: "Paid at",
    consumption_country: "Shipping Country",
    currency: "Currency",
    taxable_amount_minor: "Subtotal",
    vat_amount_minor: "Taxes",
    vat_rate_bps: "Tax 1 Name",
    payments: "Total",
  },
  read: readShopifyOrder,
  dayOf: shopifyDay,
  orderOf: shopifyOrderName,
  editOf: shopifyCsvEdit,
  isOrderIdInternal: true,
  amountOf: shopifyAmount,
});
