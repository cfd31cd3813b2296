import * as z from "zod";
import { withRules } from "../../../core/input/cross-field-rules.ts";
import type { JsonRecord } from "../../files/record.ts";
import { importFormat } from "../import-format.ts";
import {
  DispatchCountry,
  EstablishmentCountry,
  originFaults,
  ShopKind,
  SourceId,
  TimeZone,
} from "../settings.ts";
import type { CreditNoteDraft } from "./credit-notes.ts";
import { refundOfInvoice } from "./credit-notes.ts";
import { stripeInvoiceAmount, stripeInvoiceDay, stripeInvoiceNumber } from "./facts.ts";
import { STRIPE_INVOICES_FILE } from "./file.ts";
import { readStripeDocument } from "./read.ts";

const StripeInvoicesSettings = withRules(
  z.strictObject({
    source_id: SourceId,
    establishment_country: EstablishmentCountry,
    dispatch_country: DispatchCountry,
    supply_kind: ShopKind.default("tbe_services"),
    product_kinds: z
      .record(z.string().regex(/^prod_\w{1,60}$/, "must look like prod_NWjs8kKbJWmuuc"), ShopKind)
      .default({})
      .describe("Products of another kind than `supply_kind`, by their Stripe ids"),
    time_zone: TimeZone.describe("Where midnight decides on the day of an invoice"),
  }),
  ({ supply_kind = "tbe_services", product_kinds = {}, ...origin }) =>
    originFaults([supply_kind, ...Object.values(product_kinds)], origin),
);

export type StripeInvoicesSettings = z.output<typeof StripeInvoicesSettings>;

export const STRIPE_INVOICES_JSON = importFormat<
  JsonRecord,
  StripeInvoicesSettings,
  CreditNoteDraft
>({
  isBeta: true,
  file: STRIPE_INVOICES_FILE,
  settings: StripeInvoicesSettings,
  columns: {
    event_id: "id",
    transaction_id: "id",
    supply_date: "effective_at",
    consumption_country: "customer_address",
    currency: "currency",
    taxable_amount_minor: "taxable_amount",
    vat_amount_minor: "total_taxes",
    vat_rate_bps: "tax_rate_details",
  },
  read: readStripeDocument,
  dayOf: stripeInvoiceDay,
  orderOf: stripeInvoiceNumber,
  isOrderIdInternal: true,
  amountOf: stripeInvoiceAmount,
  resolve: refundOfInvoice,
});
