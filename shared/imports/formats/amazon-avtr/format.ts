import * as z from "zod";
import type { TableRecord } from "../../files/record.ts";
import { linkedByRate, type UnlinkedEvents } from "../by-rate.ts";
import { importFormat } from "../import-format.ts";
import { importSchemeSettings } from "../import-scheme.ts";
import { SourceId } from "../settings.ts";
import { AVTR_FILE } from "./file.ts";
import { avtrAmount, avtrDay, avtrOrder, readAvtr } from "./read.ts";

export const AvtrSettings = z.strictObject({
  source_id: SourceId,
  supply_kind: z.literal("goods").default("goods"),
  date_column: z
    .enum(["TAX_CALCULATION_DATE", "TRANSACTION_COMPLETE_DATE", "TRANSACTION_DEPART_DATE"])
    .default("TAX_CALCULATION_DATE")
    .describe("Which day of a sale is its tax point; of a refund it is the day it was complete"),
  one_order_is_one_consignment: importSchemeSettings.one_order_is_one_consignment,
  customs_rates: importSchemeSettings.customs_rates,
});

export type AvtrSettings = z.output<typeof AvtrSettings>;

export const AMAZON_AVTR = importFormat<TableRecord, AvtrSettings, UnlinkedEvents>({
  isBeta: false,
  file: AVTR_FILE,
  settings: AvtrSettings,
  columns: ({ date_column }) => ({
    event_id: "TRANSACTION_EVENT_ID",
    transaction_id: "TRANSACTION_EVENT_ID",
    supply_date: date_column,
    dispatch_country: "SALE_DEPART_COUNTRY",
    consumption_country: "SALE_ARRIVAL_COUNTRY",
    currency: "TRANSACTION_CURRENCY_CODE",
    taxable_amount_minor: "TOTAL_ACTIVITY_VALUE_AMT_VAT_EXCL",
    vat_amount_minor: "TOTAL_ACTIVITY_VALUE_VAT_AMT",
    vat_rate_bps: "PRICE_OF_ITEMS_VAT_RATE_PERCENT",
  }),
  read: readAvtr,
  dayOf: avtrDay,
  orderOf: avtrOrder,
  amountOf: avtrAmount,
  resolve: linkedByRate,
});
