import { canonicalText } from "../../core/hash.ts";
import type { EventId, LedgerId } from "../../core/ids.ts";
import { referredId } from "../../ledger/commit/plan.ts";
import {
  type ConsignmentSum,
  consignmentIdOf,
  EMPTY_CONSIGNMENT,
  withMember,
} from "../../ledger/events/consignments.ts";
import type { EventRecord } from "../../ledger/events/event-record.ts";
import { type RefundedTotal, refundedTotalOf, withRefunded } from "../../ledger/events/links.ts";
import { consignmentKey, eventKey } from "../../platform/table/keys.ts";
import { rateOverlayKey, rateProposalsKey } from "../../platform/table/rate-items.ts";
import { isInPartition, type JournalPartition } from "./journal-file.ts";
import { acceptedRateFaults } from "./settings-history.ts";

/** Data stored because of other items: the stored state, and the state computed from the events. */
export type RelatedItems = {
  /** The partition of the items whose related data are compared. */
  readonly partition: JournalPartition;
  readonly stored: Map<string, string>;
  readonly taken: Map<string, RefundedTotal>;
  readonly consignments: Map<string, ConsignmentSum>;
  /** The rate proposals and the accepted rates, by their partitions. */
  readonly rates: Map<string, Readonly<Record<string, unknown>>>;
};

export const newRelatedItems = (partition: JournalPartition): RelatedItems => ({
  partition,
  stored: new Map(),
  taken: new Map(),
  consignments: new Map(),
  rates: new Map(),
});

const EMPTY = "{}";

const refundedTotalName = (ledger: LedgerId, id: EventId) =>
  `what is taken back of ${id} of ${ledger}`;
const membersName = (ledger: LedgerId, id: string) => `the consignment ${id} of ${ledger}`;

/** Adds the item at the key of an event, and the event, if there is one. */
export function relatedToEvent(
  into: RelatedItems,
  ledger: LedgerId,
  id: EventId,
  { event, taken_back }: { readonly event?: EventRecord | undefined; readonly taken_back: unknown },
): void {
  const { partition } = into;
  if (isInPartition(partition, eventKey(ledger, id).pk)) {
    const text = canonicalText(taken_back ?? {});
    // Most events are never corrected, and need no entry.
    if (text !== EMPTY) into.stored.set(refundedTotalName(ledger, id), text);
  }
  if (!event) return;
  const original = referredId(event);
  if (original !== undefined && isInPartition(partition, eventKey(ledger, original).pk)) {
    const name = refundedTotalName(ledger, original);
    into.taken.set(name, withRefunded(into.taken.get(name), refundedTotalOf(event)));
  }
  const consignment = consignmentIdOf(event);
  if (
    consignment !== undefined &&
    isInPartition(partition, consignmentKey(ledger, consignment).pk)
  ) {
    const name = membersName(ledger, consignment);
    into.consignments.set(
      name,
      withMember(into.consignments.get(name) ?? EMPTY_CONSIGNMENT, event),
    );
  }
}

/** Adds a stored consignment: its sales, each with its value. */
export function relatedToConsignment(
  into: RelatedItems,
  ledger: LedgerId,
  id: string,
  members: readonly { readonly event_id: EventId; readonly eur_minor: number }[],
): void {
  if (!isInPartition(into.partition, consignmentKey(ledger, id).pk)) return;
  const sales = members.map(({ event_id, eur_minor }) => [event_id, eur_minor] as const);
  into.stored.set(membersName(ledger, id), textOf(new Map(sales)));
}

const textOf = (members: ReadonlyMap<EventId, number>): string =>
  canonicalText(Object.fromEntries(members));

/** Returns the differences between the stored state and the state computed from events and from decisions about rates. */
export function relatedFaults({ stored, taken, consignments, rates }: RelatedItems): string[] {
  const counted = new Map([
    ...[...taken].map(([name, sum]) => [name, canonicalText(sum)] as const),
    ...[...consignments].map(([name, { members }]) => [name, textOf(members)] as const),
  ]);
  const differing = [...new Set([...stored.keys(), ...counted.keys()])]
    .filter((name) => (stored.get(name) ?? EMPTY) !== (counted.get(name) ?? EMPTY))
    .map((name) => `${name} is not what its events come to`);
  const ofRates = acceptedRateFaults(rates.get(rateProposalsKey.pk), rates.get(rateOverlayKey.pk));
  return [...differing, ...ofRates];
}
