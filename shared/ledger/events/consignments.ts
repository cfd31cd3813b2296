import { DomainError, type Fault } from "../../core/errors/errors.ts";
import type { EventId } from "../../core/ids.ts";
import { CONSIGNMENT_LIMIT_EUR_MINOR, eurValueOf } from "../../vat/schemes/consignment-value.ts";
import { MEMBERS_PER_CONSIGNMENT } from "../../vat/schemes/event-fields.ts";
import { isSale, type LedgerEvent, type SupplyEvent } from "../../vat/schemes/supply-event.ts";

/**
 * The sales of an account that share a `consignment.id`, each with the value of its own goods in euro cents. Stored
 * separately from the events, and independent of their order.
 */
export type ConsignmentSum = {
  /** Incremented with every change of the consignment. */
  readonly version: number;
  readonly members: ReadonlyMap<EventId, number>;
  /** Set while sales that did not fit into the transaction of a change wait to be moved. */
  readonly propagating?: true | undefined;
};

export const EMPTY_CONSIGNMENT: ConsignmentSum = { version: 0, members: new Map() };

/** Returns the id of the consignment that a sale travels in, if it is reported. */
export const consignmentIdOf = (event: SupplyEvent): string | undefined =>
  isSale(event) ? event.consignment?.id : undefined;

/**
 * Returns the value that an event adds to its consignment. An event in review counts, because its goods are in the
 * parcel. An excluded event is left out, and an unverified value adds nothing.
 */
function valueAdded(event: LedgerEvent): number | undefined {
  if (consignmentIdOf(event) === undefined || !event.consignment) return undefined;
  return event.classification_status === "excluded" ? undefined : eurValueOf(event.consignment);
}

/** Returns the consignment with the current event; the unchanged sum if the event changes nothing. */
export function withMember(sum: ConsignmentSum, event: LedgerEvent): ConsignmentSum {
  const { event_id } = event;
  const value = valueAdded(event);
  if (sum.members.get(event_id) === value) return sum;
  const members = new Map(sum.members);
  if (value === undefined) members.delete(event_id);
  else members.set(event_id, value);
  return { ...sum, version: sum.version + 1, members };
}

/**
 * True if the consignment exceeds the limit. Its total intrinsic value decides, not the value of one sale (Art. 369l
 * VAT Directive).
 */
export const isExceeded = ({ members }: Pick<ConsignmentSum, "members">): boolean =>
  totalOf(members) > CONSIGNMENT_LIMIT_EUR_MINOR;

const totalOf = (members: ReadonlyMap<EventId, number>): number =>
  [...members.values()].reduce((sum, value) => sum + value, 0);

/** Returns the consignment flag of an event that is, or was, in the consignment. */
export const exceededFor = (event: LedgerEvent, sum: ConsignmentSum): true | undefined =>
  sum.members.has(event.event_id) && isExceeded(sum) ? true : undefined;

/** True if the consignment exceeds the limit with all of these events and not without them. */
export function mayTip({ members }: ConsignmentSum, events: readonly SupplyEvent[]): boolean {
  const without = new Map(members);
  for (const { event_id } of events) without.delete(event_id);
  const values = events.map(({ consignment }) => consignment && eurValueOf(consignment));
  const added = values.reduce<number>((sum, value = 0) => sum + value, 0);
  return (
    !isExceeded({ members: without }) && totalOf(without) + added > CONSIGNMENT_LIMIT_EUR_MINOR
  );
}

/** Returns the fault of a change that gives a consignment too many sales; undefined if there is none. */
export function overfullFault(
  id: string,
  before: ConsignmentSum,
  after: ConsignmentSum,
): Fault | undefined {
  const isFuller = after.members.size > before.members.size;
  if (!isFuller || after.members.size <= MEMBERS_PER_CONSIGNMENT) return undefined;
  const message = `${id} would have more than ${MEMBERS_PER_CONSIGNMENT} sales: a consignment is what one customer gets at one time`;
  return { field: "consignment.id", message };
}

/**
 * Rejects a change that gives a consignment too many sales.
 * @throws DomainError `invalid_request`
 */
export function rejectOverfull(id: string, before: ConsignmentSum, after: ConsignmentSum): void {
  const fault = overfullFault(id, before, after);
  if (fault) throw new DomainError("invalid_request", fault.message, [fault]);
}
