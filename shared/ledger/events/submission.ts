import type { EventId } from "../../core/ids.ts";
import { type EventField, eventFields } from "../../vat/schemes/event-fields.ts";
import { roleOf, type SupplyEvent } from "../../vat/schemes/supply-event.ts";
import type { EventRecord } from "./event-record.ts";
import type { NewEvent } from "./schema.ts";

/**
 * Returns the fields that the fingerprint of an event covers: all that the caller has sent. For the fingerprint, a
 * missing customer type is a consumer, and a missing role the seller.
 */
export const submissionOf = (event: NewEvent): NewEvent => ({
  ...event,
  customer_type: event.customer_type ?? "b2c",
  supplier_role: roleOf(event),
});

/**
 * The roles of events that were committed until 2026-11-28, as their fingerprints cover them: `supplier_role` as it was
 * sent, beside `deemed_supplier`.
 */
const OLDER_ROLES = {
  seller: [{ deemed_supplier: false }, { supplier_role: "seller", deemed_supplier: false }],
  deemed_supplier: [
    { deemed_supplier: true },
    { supplier_role: "deemed_supplier", deemed_supplier: false },
    { supplier_role: "deemed_supplier", deemed_supplier: true },
  ],
  underlying_seller: [{ supplier_role: "underlying_seller", deemed_supplier: false }],
} as const;

/** Returns what the fingerprint of an event covers, first in the present form, then in older ones. */
export function formsOf(event: NewEvent): object[] {
  const submission = submissionOf(event);
  const { supplier_role, ...others } = submission;
  return [submission, ...OLDER_ROLES[roleOf(event)].map((role) => ({ ...others, ...role }))];
}

/** Returns the event as the caller has sent it, completed by what `submissionOf` completes. */
export function sentOf(record: EventRecord): NewEvent {
  const { stated } = record;
  return {
    ...(Object.fromEntries(FIELDS.map((name) => [name, record[name]])) as SupplyEvent),
    classification_status: stated?.classification_status,
    treatment: stated?.treatment,
    establishment_country: stated?.establishment_country,
  };
}

const FIELDS = Object.keys(eventFields) as EventField[];

/**
 * Returns every submission that this record may come from. The fingerprint of one of them is the record's own, unless
 * the event has changed since. There are several because of older forms, and because the name of a calculation becomes
 * the id of its part.
 */
export const submissionsOf = (record: EventRecord): object[] =>
  originalsOf(record).flatMap((original_event_id) =>
    formsOf({ ...sentOf(record), original_event_id }),
  );

function originalsOf({ original_event_id, vat_rate_bps }: EventRecord): (EventId | undefined)[] {
  const part = `-${vat_rate_bps}`;
  return original_event_id?.endsWith(part)
    ? [original_event_id, original_event_id.slice(0, -part.length) as EventId]
    : [original_event_id];
}
