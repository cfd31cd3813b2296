import type { EventField } from "../../vat/schemes/event-fields.ts";
import type { SupplyRecord } from "../supply-records/supply-record.ts";

/** The uses of a field of a supply event outside of its schema (shared/vat/schemes/event-fields.ts). */
type FieldUse = {
  /** The form of the column in the CSV import: `copied` as written, or `parsed` by a reader of its own. */
  readonly csv: "copied" | "parsed";
  /** The field of the record of Art. 63c CIR 282/2011 that holds it; null if there is none. */
  readonly record: keyof SupplyRecord | null;
  /** `free` text may name a person: it is erased on request (Art. 17 GDPR) and the journal has only its hash. */
  readonly text: "free" | "none";
  /**
   * The origin of the field in the commit of a calculation: the `request`, the `calculation`, `either`, or `nobody`.
   */
  readonly commit: "request" | "calculation" | "either" | "nobody";
};

/** The uses of every field. A new field of the schema that lacks one of the uses does not compile. */
const FIELD_USES = {
  event_id: { csv: "copied", record: "event_id", text: "none", commit: "request" },
  event_type: { csv: "copied", record: "event_type", text: "none", commit: "request" },
  original_event_id: {
    csv: "copied",
    record: "original_event_id",
    text: "none",
    commit: "request",
  },
  original_period: { csv: "copied", record: "original_period", text: "none", commit: "request" },
  supply_date: { csv: "parsed", record: "supply_date", text: "none", commit: "calculation" },
  supply_kind: { csv: "copied", record: "supply_kind", text: "none", commit: "either" },
  customer_type: { csv: "copied", record: "customer_type", text: "none", commit: "either" },
  customer_category: {
    csv: "copied",
    record: "customer_category",
    text: "none",
    commit: "request",
  },
  consumption_country: {
    csv: "copied",
    record: "member_state_of_consumption",
    text: "none",
    commit: "calculation",
  },
  dispatch_country: { csv: "copied", record: "transport_from", text: "none", commit: "either" },
  establishment_country: {
    csv: "copied",
    record: "establishment_country",
    text: "none",
    commit: "either",
  },
  origin_country: { csv: "copied", record: "transport_from", text: "none", commit: "request" },
  currency: { csv: "parsed", record: "currency", text: "none", commit: "calculation" },
  taxable_amount_minor: {
    csv: "parsed",
    record: "taxable_amount_minor",
    text: "none",
    commit: "calculation",
  },
  vat_amount_minor: {
    csv: "parsed",
    record: "vat_amount_minor",
    text: "none",
    commit: "calculation",
  },
  vat_rate_bps: { csv: "parsed", record: "vat_rate_bps", text: "none", commit: "calculation" },
  rate_category: { csv: "copied", record: "rate_category", text: "none", commit: "calculation" },
  supplier_role: { csv: "copied", record: "supplier_role", text: "none", commit: "either" },
  underlying_seller_id: {
    csv: "copied",
    record: "underlying_seller_id",
    text: "none",
    commit: "request",
  },
  consignment: { csv: "parsed", record: "consignment", text: "none", commit: "request" },
  location_evidence: {
    csv: "parsed",
    record: "location_evidence",
    text: "none",
    commit: "request",
  },
  source_id: { csv: "parsed", record: "source_id", text: "none", commit: "calculation" },
  tax_class_id: { csv: "copied", record: "tax_class_id", text: "none", commit: "calculation" },
  transaction_id: { csv: "copied", record: "transaction_id", text: "none", commit: "calculation" },
  quantity: { csv: "copied", record: "quantity", text: "none", commit: "request" },
  quantity_unit: { csv: "copied", record: "quantity_unit", text: "none", commit: "request" },
  hs_code: { csv: "copied", record: "hs_code", text: "none", commit: "request" },
  vat_number_check_id: {
    csv: "copied",
    record: "vat_number_check_id",
    text: "none",
    commit: "request",
  },
  payments: { csv: "parsed", record: "payments", text: "none", commit: "request" },
  payments_on_account: {
    csv: "parsed",
    record: "payments_on_account",
    text: "none",
    commit: "request",
  },
  invoice_number: { csv: "copied", record: "invoice_number", text: "none", commit: "request" },
  invoice_date: { csv: "parsed", record: "invoice_date", text: "none", commit: "request" },
  description: { csv: "copied", record: "description", text: "free", commit: "request" },
  metadata: { csv: "parsed", record: "metadata", text: "free", commit: "request" },
} as const satisfies Readonly<Record<EventField, FieldUse>>;

export type FieldsWith<Use extends keyof FieldUse, Answer extends FieldUse[Use]> = {
  [Field in EventField]: (typeof FIELD_USES)[Field][Use] extends Answer ? Field : never;
}[EventField];

/** Lists the fields that have this value for a use, in the order of the schema. */
export const fieldsWith = <Use extends keyof FieldUse, Answer extends FieldUse[Use]>(
  use: Use,
  answer: Answer,
): FieldsWith<Use, Answer>[] =>
  (Object.entries(FIELD_USES) as [EventField, FieldUse][])
    .filter(([, uses]) => uses[use] === answer)
    .map(([field]) => field as FieldsWith<Use, Answer>);

export type FreeTextField = FieldsWith<"text", "free">;

export const FREE_TEXT_FIELDS: readonly FreeTextField[] = fieldsWith("text", "free");
