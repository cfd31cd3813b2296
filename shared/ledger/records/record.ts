import { periodKeyOf, schemeOf } from "../../vat/schemes/schemes.ts";
import { isService, treatmentOf } from "../../vat/schemes/supply-event.ts";
import type { EventRecord } from "../events/event-record.ts";
import { type RefundedTotal, signedAmounts } from "../events/refunded-total.ts";
import { paragraphOf, requestedOf } from "./article-63c.ts";

/** The change of a sale by later events, in one currency; negative if they reduced it. */
type RecordedChange = {
  readonly currency: string;
  readonly events: number;
  readonly taxable_amount_minor: number;
  readonly vat_amount_minor: number;
};

/**
 * The record of a supply, or of a later change of one (Art. 63c CIR 282/2011). Amounts are signed minor units of
 * `currency`: refunded amounts are negative.
 */
export type SupplyRecord = ReturnType<typeof supplyRecord>;

/** Builds the record of an event, with the amounts that other events refund of it. */
export function supplyRecord(event: EventRecord, refundedTotal: RefundedTotal = {}) {
  const { taxable, vat } = signedAmounts(event);
  const { link } = event;
  const linked = link?.status === "linked" ? link : undefined;
  return {
    record_version: 2,
    ...identityOf(event),
    member_state_of_consumption: event.consumption_country ?? linked?.consumption_country ?? null,
    supply_kind: event.supply_kind,
    description: event.description ?? null,
    tax_class_id: event.tax_class_id ?? null,
    ...quantityOf(event),
    supply_date: event.supply_date,
    currency: event.currency,
    taxable_amount_minor: taxable,
    changes: changesOf(refundedTotal),
    original_event_id: event.original_event_id ?? null,
    original_period: event.original_period ?? null,
    original_supply_date: linked?.supply_date ?? null,
    vat_rate_bps: linked?.vat_rate_bps ?? event.vat_rate_bps ?? null,
    rate_category: linked?.rate_category ?? event.rate_category ?? null,
    vat_amount_minor: vat,
    ...paymentOf(event),
    ...invoiceOf(event),
    ...placesOf(event),
    proof_of_return: stated(event, "proof_of_return"),
    order_number: stated(event, "order_number"),
    transaction_id: event.transaction_id ?? null,
    consignment: event.consignment ?? null,
    not_known: requestedOf(event)
      .filter((point) => !point.isKnown(event))
      .map(({ name }) => name),
    metadata: event.metadata ?? {},
  };
}

const quantityOf = (event: EventRecord) => ({
  quantity: event.quantity ?? stated(event, "quantity"),
  quantity_unit: event.quantity_unit ?? null,
  hs_code: event.hs_code ?? null,
  underlying_seller_id: event.underlying_seller_id ?? null,
  vat_number_check_id: event.vat_number_check_id ?? null,
});

/** Returns the payments: from the fields of the event, and from metadata as the caller has written them. */
const paymentOf = (event: EventRecord) => ({
  payments: paymentsOf(event.payments, event),
  payment_date: stated(event, "payment_date"),
  payment_amount: stated(event, "payment_amount"),
  payments_on_account: event.payments_on_account
    ? paymentsOf(event.payments_on_account, event)
    : stated(event, "payments_on_account"),
});

const invoiceOf = (event: EventRecord) => ({
  invoice_number: event.invoice_number ?? stated(event, "invoice_number"),
  invoice_date: event.invoice_date ?? stated(event, "invoice_date"),
});

/** A payment in minor units of its currency. */
export type RecordedPayment = {
  readonly date: string;
  readonly amount_minor: number;
  readonly currency: string;
};

/** Returns payments with their currency, that of the event unless given. */
const paymentsOf = (payments: EventRecord["payments"], event: EventRecord): RecordedPayment[] =>
  (payments ?? []).map(({ date, amount_minor, currency = event.currency }) => ({
    date,
    amount_minor,
    currency,
  }));

const stated = ({ metadata }: EventRecord, key: string): string | null => metadata?.[key] || null;

/** Returns the fields that identify the event and its classification. */
const identityOf = (event: EventRecord) => ({
  event_id: event.event_id,
  event_type: event.event_type,
  article: `63c(${paragraphOf(event)})` as const,
  treatment: treatmentOf(event),
  period: periodKeyOf(event),
  left_out_as: schemeOf(event).exclusionOf(event)?.code ?? null,
  classification_status: event.classification_status,
  customer_type: event.customer_type ?? null,
  customer_category: event.customer_category ?? null,
  supplier_role: event.supplier_role ?? null,
  source_id: event.source_id ?? null,
  committed_at: event.committed_at,
});

/** Returns the evidence of a service's customer, or the places where the transport of goods began and ended. */
const placesOf = (event: EventRecord) => ({
  establishment_country: event.establishment_country ?? null,
  location_evidence: [...(event.location_evidence ?? [])],
  transport_from: isService(event.supply_kind)
    ? null
    : (event.dispatch_country ?? event.origin_country ?? null),
  transport_to: isService(event.supply_kind) ? null : (event.consumption_country ?? null),
  delivery_address: stated(event, "delivery_address"),
});

/**
 * Converts the refunded total of a sale into changes. The total is positive for refunds; a change has the opposite
 * sign.
 */
const changesOf = (refundedTotal: RefundedTotal): RecordedChange[] =>
  Object.entries(refundedTotal)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { count, taxable_amount_minor, vat_amount_minor }]) => ({
      currency,
      events: count,
      taxable_amount_minor: 0 - taxable_amount_minor,
      vat_amount_minor: 0 - vat_amount_minor,
    }));
