import type { Currency } from "../../core/money/money.ts";
import { isTooLate, periodKeyOf, schemeOf } from "../../vat/schemes/schemes.ts";
import { isEnergy, isSale, isService, treatmentOf } from "../../vat/schemes/supply-event.ts";
import { AFTER_THREE_YEARS } from "../../vat/schemes/warnings.ts";
import type { EventRecord } from "../events/event-record.ts";
import { type RefundedTotal, signedAmounts } from "../events/links.ts";
import type { RecordsJob } from "./job.ts";

/** One point of the record of a supply that Art. 63c CIR 282/2011 requires. */
type Point = {
  /** The field of the record for this point. */
  readonly name: string;
  /** The letter of the point in paragraph 1, for the Union and the non-Union scheme; null if not required there. */
  readonly union: string | null;
  /** The letter of the point in paragraph 2, for the import scheme; null if not required there. */
  readonly imports: string | null;
  /** The fields of a supply event that provide the point. */
  readonly source: string;
  /** True if the point applies to the supply; applies to every supply by default. */
  readonly asked?: (event: EventRecord) => boolean;
  readonly isKnown: (event: EventRecord) => boolean;
};

const always = () => true;

/** True if the corrected event is known: a sale of the ledger, or a period whose return was filed elsewhere. */
const isLinked = ({ link }: EventRecord) =>
  link?.status === "linked" || link?.status === "by_period";

const said = (key: string) => (event: EventRecord) => Boolean(event.metadata?.[key]);
const isOfServices = ({ supply_kind }: EventRecord) => isService(supply_kind);
const isOfGoods = (event: EventRecord) => !isOfServices(event);

/** True if goods came back or were never delivered. Proof of the return is required for goods only. */
const isReturn = (event: EventRecord) =>
  isOfGoods(event) && !isSale(event) && event.event_type !== "adjustment";

/**
 * The points of Art. 63c, each with its source in the event. A point may also be given as
 * metadata under the names in this list (docs/records.md).
 */
export const POINTS = [
  {
    name: "member_state_of_consumption",
    union: "a",
    imports: "a",
    source: "consumption_country; of what refers to a sale that of the sale",
    isKnown: (event) => Boolean(event.consumption_country) || isLinked(event),
  },
  {
    name: "description",
    union: "b",
    imports: "b",
    source: "description, tax_class_id",
    isKnown: ({ description, tax_class_id }) => Boolean(description ?? tax_class_id),
  },
  {
    name: "quantity",
    union: "b",
    imports: "b",
    source: "quantity, quantity_unit; or metadata.quantity",
    asked: isOfGoods,
    isKnown: (event) => event.quantity !== undefined || said("quantity")(event),
  },
  { name: "supply_date", union: "c", imports: "c", source: "supply_date", isKnown: always },
  {
    name: "taxable_amount",
    union: "d",
    imports: "d",
    source: "taxable_amount_minor, currency",
    isKnown: always,
  },
  {
    name: "changes",
    union: "e",
    imports: "e",
    source: "the events that refer to a sale by original_event_id, or to a period",
    isKnown: (event) => event.link === undefined || isLinked(event),
  },
  {
    name: "vat_rate",
    union: "f",
    imports: "f",
    source: "vat_rate_bps; of what refers to a sale that of the sale",
    isKnown: (event) => event.vat_rate_bps !== undefined || isLinked(event),
  },
  {
    name: "vat_amount",
    union: "g",
    imports: "g",
    source: "vat_amount_minor, currency",
    isKnown: always,
  },
  {
    name: "payments",
    union: "h",
    imports: "h",
    source: "payments; or metadata.payment_date, metadata.payment_amount",
    isKnown: (event) =>
      event.payments !== undefined ||
      (said("payment_date")(event) && said("payment_amount")(event)),
  },
  {
    name: "payments_on_account",
    union: "i",
    imports: null,
    source: "payments_on_account; or metadata.payments_on_account",
    isKnown: (event) =>
      event.payments_on_account !== undefined || said("payments_on_account")(event),
  },
  {
    name: "invoice",
    union: "j",
    imports: "i",
    source: "invoice_number, invoice_date; or metadata.invoice_number, metadata.invoice_date",
    isKnown: (event) => event.invoice_number !== undefined || said("invoice_number")(event),
  },
  {
    name: "customer_location",
    union: "k",
    imports: null,
    source: "location_evidence",
    asked: (event) => isOfServices(event) && isSale(event),
    isKnown: ({ location_evidence }) => (location_evidence ?? []).length > 0,
  },
  {
    name: "transport_from",
    union: "k",
    imports: "j",
    source: "dispatch_country; of imported goods origin_country",
    // Energy comes through a network and is not transported.
    asked: (event) => isOfGoods(event) && isSale(event) && !isEnergy(event),
    isKnown: ({ dispatch_country, origin_country }) => Boolean(dispatch_country ?? origin_country),
  },
  {
    name: "transport_to",
    union: "k",
    imports: "j",
    source: "consumption_country; the address as metadata.delivery_address",
    asked: (event) => isOfGoods(event) && isSale(event),
    isKnown: always,
  },
  {
    name: "proof_of_return",
    union: "l",
    imports: "k",
    source: "metadata.proof_of_return; amount and rate are those of the event",
    asked: isReturn,
    isKnown: said("proof_of_return"),
  },
  {
    name: "order_number",
    union: null,
    imports: "l",
    source: "metadata.order_number, transaction_id",
    isKnown: (event) => Boolean(event.transaction_id) || said("order_number")(event),
  },
  {
    name: "consignment_number",
    union: null,
    imports: "m",
    source: "consignment.id",
    isKnown: ({ consignment }) => Boolean(consignment?.id),
  },
] as const satisfies readonly Point[];

/** Returns the paragraph of Art. 63c under which a supply is recorded. */
const paragraphOf = (event: EventRecord): 1 | 2 => schemeOf(event).records_paragraph;

/** Returns the points that this paragraph requires for a supply. */
export const requestedOf = (event: EventRecord): Point[] => {
  const column = paragraphOf(event) === 1 ? "union" : "imports";
  const points: readonly Point[] = POINTS;
  return points.filter((point) => point[column] !== null && (point.asked?.(event) ?? true));
};

/** Counts, for each point of Art. 63c, the events that require it and the events that lack it. */
export function pointCounts(events: readonly EventRecord[]): RecordsJob["points"] {
  const counts: Record<string, { asked: number; not_known: number }> = {};
  for (const event of events) {
    for (const { name, isKnown } of requestedOf(event)) {
      const count = counts[name] ?? { asked: 0, not_known: 0 };
      counts[name] = count;
      count.asked += 1;
      if (!isKnown(event)) count.not_known += 1;
    }
  }
  return counts;
}

/** The change of a sale by later events, in one currency; negative if they reduced it. */
type RecordedChange = {
  readonly currency: Currency;
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
  readonly currency: Currency;
};

/** Returns payments with their currency, that of the event unless given. */
const paymentsOf = (payments: EventRecord["payments"], event: EventRecord): RecordedPayment[] =>
  (payments ?? []).map(({ date, amount_minor, currency = event.currency }) => ({
    date,
    amount_minor,
    currency,
  }));

const stated = ({ metadata }: EventRecord, key: string): string | null => metadata?.[key] || null;

const identityOf = (event: EventRecord) => ({
  event_id: event.event_id,
  event_type: event.event_type,
  article: `63c(${paragraphOf(event)})` as const,
  treatment: treatmentOf(event),
  period: periodKeyOf(event),
  left_out_as:
    schemeOf(event).exclusionOf(event)?.code ?? (isTooLate(event) ? AFTER_THREE_YEARS.code : null),
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
      currency: currency as Currency,
      events: count,
      taxable_amount_minor: 0 - taxable_amount_minor,
      vat_amount_minor: 0 - vat_amount_minor,
    }));
