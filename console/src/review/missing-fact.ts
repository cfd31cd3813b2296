import type { SupplyEvent, SupplyEventRequest } from "../../../client/src/eu-vat-client.ts";
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

/** The fields of an event that the caller does not send, or that a completed event gets anew. */
type Computed =
  | Exclude<keyof SupplyEvent, keyof SupplyEventRequest>
  | "classification_status"
  | "treatment";

const COMPUTED = {
  checks: true,
  classification_history: true,
  classification_reasons: true,
  classification_status: true,
  committed_at: true,
  declared_in: true,
  consignment_exceeded: true,
  erased_at: true,
  exclusion_code: true,
  exclusion_status: true,
  link_reason: true,
  link_status: true,
  order_name: true,
  period: true,
  treatment: true,
  undeclared_reason: true,
} as const satisfies Record<Computed, true>;

/**
 * Returns the complete event that replaces one with a missing fact. Its id follows from that of the other, so that a
 * second attempt is a duplicate, and its metadata names it.
 */
export function completedEvent(
  event: SupplyEvent,
  fact: MissingFact,
  country: string,
): SupplyEventRequest {
  const sent = Object.entries(event).filter(([name]) => !(name in COMPUTED));
  const event_id = completedId(event.event_id);
  return {
    ...(withoutNulls(Object.fromEntries(sent)) as object),
    event_id,
    [fact]: country,
    metadata: { ...event.metadata, replaces: event.event_id },
  } as unknown as SupplyEventRequest;
}

/** Leaves out the fields that are null, at any depth: a new event does not have them. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const known = Object.entries(value).filter(([, part]) => part !== null);
  return Object.fromEntries(known.map(([name, part]) => [name, withoutNulls(part)]));
}
