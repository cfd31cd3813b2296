import type { NewSupplyEvent, SupplyEvent } from "../../../client/src/eu-vat-client.ts";
import { completedId } from "../../../shared/ledger/events/completed-id.ts";

/** A fact that an event in review lacks, and that a person can add: a country. */
export type MissingFact = "dispatch_country" | "establishment_country" | "origin_country";

/** The reasons and exclusions that a fact resolves. */
const RESOLVES: readonly (readonly [code: string, fact: MissingFact])[] = [
  ["dispatch_country_missing", "dispatch_country"],
  ["establishment_country_missing", "establishment_country"],
  ["missing_origin_excluded", "origin_country"],
];

/** Returns the fact that a sale lacks; undefined for a complete one, and for what corrects a sale. */
export function missingFactOf(event: SupplyEvent): MissingFact | undefined {
  if (event.event_type !== "sale" || event.classification_status === "excluded") return undefined;
  const codes = [...event.classification_reasons, event.exclusion_code];
  return RESOLVES.find(([code]) => codes.includes(code))?.[1];
}

/** The fields of an event that the caller has sent. */
const SENT = [
  "event_type",
  "supply_date",
  "supply_kind",
  "customer_type",
  "customer_category",
  "consumption_country",
  "dispatch_country",
  "establishment_country",
  "origin_country",
  "currency",
  "taxable_amount_minor",
  "vat_amount_minor",
  "vat_rate_bps",
  "rate_category",
  "supplier_role",
  "consignment",
  "location_evidence",
  "source_id",
  "tax_class_id",
  "transaction_id",
  "quantity",
  "quantity_unit",
  "hs_code",
  "payments",
  "payments_on_account",
  "invoice_number",
  "invoice_date",
  "description",
  "metadata",
] as const satisfies readonly (keyof SupplyEvent & keyof NewSupplyEvent)[];

/**
 * Returns the complete event that replaces one with a missing fact. Its id follows from that of the other, so that a
 * second attempt is a duplicate, and its metadata names it.
 */
export function completedEvent(
  event: SupplyEvent,
  fact: MissingFact,
  country: string,
): NewSupplyEvent {
  const sent = Object.fromEntries(
    SENT.filter((field) => event[field] !== undefined).map((field) => [field, event[field]]),
  );
  const event_id = completedId(event.event_id);
  return {
    ...sent,
    event_id,
    [fact]: country,
    metadata: { ...event.metadata, replaces: event.event_id },
  } as unknown as NewSupplyEvent;
}
