import * as z from "zod";
import { withRules } from "../../../core/input/fields.ts";
import type { JsonRecord } from "../../files/csv-record.ts";
import { saleRow } from "../../orders/judge.ts";
import { judgeRefund } from "../../orders/judge-refund.ts";
import type { StatedRefund } from "../../orders/shop-order.ts";
import { importFormat, type WithRates } from "../import-format.ts";
import {
  type Correction,
  excluded,
  type Original,
  orRejected,
  type ReadRow,
  type RowOutcome,
  unresolved,
} from "../outcome.ts";
import { STRIPE_INVOICES_FILE } from "../recognise.ts";
import {
  DispatchCountry,
  EstablishmentCountry,
  originFaults,
  RatesInBoth,
  ShopKind,
  SourceId,
  TimeZone,
} from "../settings.ts";
import {
  isCreditNote,
  isVoidedNote,
  parsedCreditNote,
  parsedInvoice,
  type StripeCreditNote,
  stripeInvoiceAmount,
  stripeInvoiceDay,
  stripeInvoiceNumber,
} from "./documents.ts";
import {
  type FormerCreditNote,
  formerCreditNote,
  statedCreditNote,
  statedInvoice,
} from "./state-document.ts";

/** Reads what a credit note says by itself. */
function creditNoteOutcome(
  note: StripeCreditNote,
  settings: StripeInvoicesSettings,
): RowOutcome | Correction<StatedRefund> {
  if (!note.livemode) return excluded("test_order");
  if (note.total === 0) return excluded("nothing_charged");
  const details = { order: note.invoice };
  const draft = statedCreditNote(note, settings);
  return { outcome: "correction", original_key: note.invoice, draft, details };
}

/** Builds the refunds of a credit note by the rates of its invoice. */
function refundOfInvoice(
  { draft, details }: Correction<StatedRefund | FormerCreditNote>,
  original: Original | undefined,
  settings: StripeInvoicesSettings,
): RowOutcome {
  const note = "sums" in draft ? formerCreditNote(draft) : draft;
  if (note) return judgeRefund(note, original, settings);
  if (!original) return unresolved("original_not_found", { details });
  return "left_out" in original
    ? excluded("original_left_out")
    : unresolved("refund_without_vat_split", { details });
}

/** Reads an invoice, or a credit note that needs its invoice; both may be in one file or in two. */
function readStripeDocument(
  { at, value }: JsonRecord,
  settings: StripeInvoicesSettings,
): readonly ReadRow[] {
  if (isVoidedNote(value)) return [{ at, outcome: excluded("voided") }];
  if (isCreditNote(value)) {
    return [
      { at, outcome: orRejected(() => creditNoteOutcome(parsedCreditNote(value), settings)) },
    ];
  }
  return [saleRow(at, () => statedInvoice(parsedInvoice(value), settings), settings)];
}

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
    rates_in_both: RatesInBoth,
    time_zone: TimeZone.describe("Where midnight decides on the day of an invoice"),
  }),
  ({ supply_kind = "tbe_services", product_kinds = {}, ...origin }) =>
    originFaults([supply_kind, ...Object.values(product_kinds)], origin),
);

export type StripeInvoicesSettings = WithRates<z.output<typeof StripeInvoicesSettings>>;

export const STRIPE_INVOICES_JSON = importFormat<
  JsonRecord,
  StripeInvoicesSettings,
  StatedRefund | FormerCreditNote
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
