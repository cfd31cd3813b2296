import { eventFields } from "../../vat/schemes/event-fields.ts";
import type { SupplyEvent } from "../../vat/schemes/supply-event.ts";
import type { EventRecord } from "./event-record.ts";
import type { NewEvent } from "./schema.ts";

type Role = Pick<NewEvent, "supplier_role" | "deemed_supplier">;

/**
 * Returns the fields that the fingerprint of an event covers: all that the caller has sent. For the fingerprint, a
 * missing customer type is a consumer.
 */
export const submissionOf = (event: NewEvent): NewEvent => ({
  ...event,
  customer_type: event.customer_type ?? "b2c",
});

/**
 * Returns every submission that this record may come from. The fingerprint of one of them is the record's own, unless
 * the event has changed since. There are several because a role has two spellings, and because the name of a
 * calculation becomes the id of its part.
 */
export function submissionsOf(record: EventRecord): NewEvent[] {
  const { stated } = record;
  const kept = Object.fromEntries(FIELDS.map((name) => [name, record[name]]));
  const sent = {
    ...(kept as Omit<SupplyEvent, keyof Role>),
    classification_status: stated?.classification_status,
    treatment: stated?.treatment,
    establishment_country: stated?.establishment_country,
  };
  return originalsOf(record).flatMap((original_event_id) =>
    rolesOf(record).map((role) =>
      submissionOf({ ...sent, ...role, original_event_id } as NewEvent),
    ),
  );
}

const FIELDS = Object.keys(eventFields).filter(
  (name) => name !== "supplier_role" && name !== "deemed_supplier",
) as (keyof SupplyEvent)[];

function originalsOf({ original_event_id, vat_rate_bps }: EventRecord): (string | undefined)[] {
  const part = `-${vat_rate_bps}`;
  return original_event_id?.endsWith(part)
    ? [original_event_id, original_event_id.slice(0, -part.length)]
    : [original_event_id];
}

const SELLER: readonly Role[] = [
  { deemed_supplier: false },
  { supplier_role: "seller", deemed_supplier: false },
];
const DEEMED: readonly Role[] = [
  { deemed_supplier: true },
  { supplier_role: "deemed_supplier", deemed_supplier: false },
  { supplier_role: "deemed_supplier", deemed_supplier: true },
];
const UNDERLYING: readonly Role[] = [
  { supplier_role: "underlying_seller", deemed_supplier: false },
];

function rolesOf({ supplier_role }: EventRecord): readonly Role[] {
  if (supplier_role === "deemed_supplier") return DEEMED;
  return supplier_role === "underlying_seller" ? UNDERLYING : SELLER;
}
