import { DomainError, type Fault } from "../../core/errors/errors.ts";
import { CONSIGNMENT_LIMIT_EUR_MINOR, eurValueOf } from "../../vat/schemes/consignment-value.ts";
import { isSale, type LedgerEvent, type SupplyEvent } from "../../vat/schemes/supply-event.ts";

/**
 * The sales of an account that share a `consignment.id`, each with the value of its own goods in euro
 * cents. It is kept beside the events, and is the same in whatever order they come.
 */
export type ConsignmentSum = {
  /** Rises with every change of it. */
  readonly version: number;
  readonly members: ReadonlyMap<string, number>;
  /** Set while sales wait to be moved that did not fit into the transaction of a change. */
  readonly settling?: true | undefined;
};

export const EMPTY_CONSIGNMENT: ConsignmentSum = { version: 0, members: new Map() };

/** So many sales are moved within a request, and kept in one item. */
export const MEMBERS_PER_CONSIGNMENT = 200;

/** The consignment that the goods of a sale travel in, when it is told. */
export const consignmentIdOf = (event: SupplyEvent): string | undefined =>
  isSale(event) ? event.consignment?.id : undefined;

/**
 * What an event adds to its consignment. What is under review is in the parcel all the same; what is
 * set aside is not, and an unverified value adds nothing.
 */
function valueAdded(event: LedgerEvent): number | undefined {
  if (consignmentIdOf(event) === undefined || !event.consignment) return undefined;
  return event.classification_status === "excluded" ? undefined : eurValueOf(event.consignment);
}

/** With the event as it is now; the same sum when that changes nothing. */
export function withMember(sum: ConsignmentSum, event: LedgerEvent): ConsignmentSum {
  const { event_id } = event;
  const value = valueAdded(event);
  if (sum.members.get(event_id) === value) return sum;
  const members = new Map(sum.members);
  if (value === undefined) members.delete(event_id);
  else members.set(event_id, value);
  return { ...sum, version: sum.version + 1, members };
}

/** Art. 369l VAT Directive: the intrinsic value of the consignment, not of one sale, decides. */
export const isExceeded = ({ members }: Pick<ConsignmentSum, "members">): boolean =>
  totalOf(members) > CONSIGNMENT_LIMIT_EUR_MINOR;

const totalOf = (members: ReadonlyMap<string, number>): number =>
  [...members.values()].reduce((sum, value) => sum + value, 0);

/** What the consignment makes of an event that is in it, or is not any more. */
export const exceededFor = (event: LedgerEvent, sum: ConsignmentSum): true | undefined =>
  sum.members.has(event.event_id) && isExceeded(sum) ? true : undefined;

/** Whether it is above the limit with all of these events, and not without them. */
export function mayTip({ members }: ConsignmentSum, events: readonly SupplyEvent[]): boolean {
  const without = new Map(members);
  for (const { event_id } of events) without.delete(event_id);
  const values = events.map(({ consignment }) => consignment && eurValueOf(consignment));
  const added = values.reduce<number>((sum, value = 0) => sum + value, 0);
  return (
    !isExceeded({ members: without }) && totalOf(without) + added > CONSIGNMENT_LIMIT_EUR_MINOR
  );
}

/** What is wrong with a change by which a consignment would have more sales than it may; undefined when it is not. */
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

/** @throws DomainError `invalid_request` when it would. */
export function rejectOverfull(id: string, before: ConsignmentSum, after: ConsignmentSum): void {
  const fault = overfullFault(id, before, after);
  if (fault) throw new DomainError("invalid_request", fault.message, [fault]);
}
