import * as z from "zod";
import { withRules } from "../../../core/input/cross-field-rules.ts";
import type { TableRecord } from "../../files/record.ts";
import { importFormat } from "../import-format.ts";
import {
  DispatchCountry,
  EstablishmentCountry,
  originFaults,
  ShopKind,
  SourceId,
} from "../settings.ts";
import { readShopifyOrder, shopifyDay } from "./read.ts";

const ShopifyCsvSettings = withRules(
  z.strictObject({
    source_id: SourceId,
    supply_kind: ShopKind.default("goods"),
    dispatch_country: DispatchCountry,
    establishment_country: EstablishmentCountry,
  }),
  (settings) => originFaults([settings.supply_kind ?? "goods"], settings),
);

export type ShopifyCsvSettings = z.output<typeof ShopifyCsvSettings>;

export const SHOPIFY_CSV = importFormat<TableRecord, ShopifyCsvSettings>({
  name: "shopify_csv",
  title: "Shopify orders export (CSV)",
  isBeta: false,
  file: {
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
  },
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
});
