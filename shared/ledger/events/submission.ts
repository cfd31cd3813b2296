import type { SupplyEvent } from "../../vat/schemes/supply-event.ts";
import type { EventRecord } from "./event-record.ts";
import { eventFields, type NewEvent } from "./schema.ts";

type Role = Pick<NewEvent, "supplier_role" | "deemed_supplier">;

/**
 * What the fingerprint of an event is made of: all that its caller has sent. Left out, a customer has
 * always been a consumer to the fingerprint.
 */
export const submissionOf = (event: NewEvent): NewEvent => ({
  ...event,
  customer_type: event.customer_type ?? "b2c",
});

/**
 * Every submission that can have become this record; the fingerprint of one of them is the record's
 * own, unless what was sent has been changed since. There are several because a role has two spellings, and
 * because a name of a calculation becomes the id of its part.
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
