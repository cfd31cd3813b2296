import * as z from "zod";
import { withRules } from "../../../core/input/cross-field-rules.ts";
import type { TableRecord } from "../../files/record.ts";
import { linkedByRate, type UnlinkedEvents } from "../by-rate.ts";
import { importFormat } from "../import-format.ts";
import {
  DispatchCountry,
  EstablishmentCountry,
  originFaults,
  ShopKind,
  SourceId,
} from "../settings.ts";
import { STRIPE_FILE } from "./file.ts";
import { readStripe, stripeAmount, stripeDay, stripeOrder } from "./read.ts";

const StripeSettings = withRules(
  z.strictObject({
    source_id: SourceId,
    establishment_country: EstablishmentCountry,
    dispatch_country: DispatchCountry,
    tax_code_kinds: z
      .record(z.string().regex(/^txcd_\w{1,40}$/, "must look like txcd_10103000"), ShopKind)
      .describe("What kind of supply each tax code is: Stripe's codes do not say it"),
    link_metadata_key: z
      .string()
      .min(1)
      .max(40)
      .optional()
      .describe("The metadata key, the same on sale and refund, by which refunds find their sale"),
  }),
  (settings) => originFaults(Object.values(settings.tax_code_kinds ?? {}), settings),
);

export type StripeSettings = z.output<typeof StripeSettings>;

export const STRIPE_ITEMIZED = importFormat<TableRecord, StripeSettings, UnlinkedEvents>({
  isBeta: true,
  file: STRIPE_FILE,
  settings: StripeSettings,
  columns: {
    event_id: "id",
    transaction_id: "id",
    supply_date: "tax_date",
    consumption_country: "destination_resolved_address_country",
    currency: "currency",
    taxable_amount_minor: "taxable_amount",
    vat_amount_minor: "tax_amount",
    vat_rate_bps: "tax_rate",
  },
  read: readStripe,
  dayOf: stripeDay,
  orderOf: stripeOrder,
  amountOf: stripeAmount,
  resolve: linkedByRate,
});
