import * as z from "zod";
import { withRules } from "../../../core/input/fields.ts";
import type { JsonRecord } from "../../files/csv-record.ts";
import { judgeRefund } from "../../orders/judge-refund.ts";
import type { StatedRefund } from "../../orders/shop-order.ts";
import { importFormat, type WithRates } from "../import-format.ts";
import { importSchemeFaults, importSchemeSettings } from "../import-scheme.ts";
import { WOOCOMMERCE_FILE } from "../recognise.ts";
import {
  DispatchCountry,
  EstablishmentCountry,
  LineKinds,
  originFaults,
  RatesInBoth,
  ShopOrImportKind,
  SourceId,
} from "../settings.ts";
import { wooOrderEdit } from "../shop-rules.ts";
import { wooAmount, wooDay, wooOrder } from "./documents.ts";
import { readWoo } from "./read.ts";

/**
 * The keys of plugins: of WooCommerce itself, Germanized, German Market, EU/UK VAT for WooCommerce, YITH and others. Aelia
 * keeps the number within its evidence.
 */
const VAT_NUMBER_KEYS = [
  "_billing_vat_number",
  "_vat_number",
  "vat_number",
  "_billing_vat_id",
  "_shipping_vat_id",
  "billing_vat",
  "_billing_vat",
  "_billing_eu_vat_number",
  "yweu_billing_vat",
  "VAT Number",
  "_eu_vat_evidence.exemption.vat_number",
];

const WooSettings = withRules(
  z.strictObject({
    source_id: SourceId,
    dispatch_country: DispatchCountry,
    establishment_country: EstablishmentCountry,
    supply_kind: ShopOrImportKind.default("goods"),
    ...importSchemeSettings,
    rates_in_both: RatesInBoth,
    line_kinds: LineKinds,
    duty_fee_names: z
      .array(z.string().min(1).max(100))
      .max(20)
      .default([])
      .describe("The names of fees that are customs duty, which the import scheme does not tax"),
    vat_number_meta: z
      .array(z.string().min(1).max(100))
      .max(20)
      .default(VAT_NUMBER_KEYS)
      .describe(
        "The keys under which the plugin of the shop keeps a business's VAT number, with dots within an entry",
      ),
  }),
  ({ supply_kind = "goods", ...settings }) => [
    ...originFaults([supply_kind], settings),
    ...importSchemeFaults([supply_kind], settings),
  ],
);

export type WooSettings = WithRates<z.output<typeof WooSettings>>;

export const WOOCOMMERCE_JSON = importFormat<JsonRecord, WooSettings, StatedRefund>({
  isBeta: false,
  file: WOOCOMMERCE_FILE,
  settings: WooSettings,
  columns: {
    event_id: "id",
    transaction_id: "id",
    supply_date: "date_paid",
    consumption_country: "shipping",
    currency: "currency",
    taxable_amount_minor: "total",
    vat_amount_minor: "total_tax",
    vat_rate_bps: "tax_lines",
    payments: "total",
  },
  read: readWoo,
  dayOf: wooDay,
  orderOf: wooOrder,
  editOf: wooOrderEdit,
  isOrderIdInternal: true,
  amountOf: wooAmount,
  resolve: ({ draft }, original, settings, { country, currency } = {}) =>
    judgeRefund({ country, currency, ...draft }, original, settings),
});
