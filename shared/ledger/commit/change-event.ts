import { notFound } from "../../core/errors/errors.ts";
import { isOutage, withRetries } from "../../platform/retries.ts";
import { type Boundaries, boundariesOf } from "../../vat/schemes/registration-segments.ts";
import type { ClassificationChange } from "../../vat/schemes/supply-event.ts";
import { profileOn } from "../../vat/seller/profile.ts";
import { consignmentIdOf } from "../events/consignments.ts";
import type { EventRecord, EventState, RelatedStates } from "../events/event-record.ts";
import { reclassified } from "../events/record.ts";
import { loadAccountSettings } from "../settings/store-settings.ts";
import { planChange, referredId } from "./plan.ts";
import { propagateConsignment } from "./propagate-consignment.ts";
import { propagateToRefunds } from "./propagate-to-refunds.ts";
import { LedgerSession } from "./session.ts";
import { unchanged, writePlan } from "./store-write.ts";
import { WritePlan } from "./write-plan.ts";

/** Returns the changed event, given its current related states. */
type Decision = (record: EventRecord, related: RelatedStates) => EventRecord;

/** The changed event, and the number of events written, including those that refer to it. */
type EventChange = { readonly record: EventRecord; readonly written: number };

/**
 * Replaces a committed event by the result of `decide`, and moves the sums of all events that refer to it or share its
 * consignment. `decide` may run again if another writer was faster. Once `isLate` returns true, no further event is
 * started. A later change or recount continues an event that is still propagating.
 * @throws DomainError `not_found`
 */
export async function changeEvent(
  account: string,
  boundaries: Boundaries,
  eventId: string,
  decide: Decision,
  isLate = () => false,
): Promise<EventChange> {
  let written = 0;
  const {
    record,
    unsettled: unpropagated,
    tipped,
    consignment,
  } = await withRetries(async () => {
    const session = new LedgerSession(account, boundaries);
    const { record, original, consignment } = await loadGroup(session, eventId);
    const sum = consignment === undefined ? undefined : session.consignment(consignment);
    const decided = decide(record, { original, consignment: sum });
    const plan = new WritePlan(session);
    if (decided !== record) plan.add(planChange(plan, decided));
    const before = written;
    try {
      // If the response was lost, the event may have been written; the next attempt then has nothing to do.
      written = Math.max(before, plan.writes.size);
      await writePlan(account, plan, guardOf(account, plan, original));
    } catch (error) {
      if (!isOutage(error)) written = before;
      throw error;
    }
    const concerned = [eventId, original?.event?.event_id ?? eventId];
    return {
      record: plan.state(eventId).event as EventRecord,
      unsettled: new Set(concerned.filter((id) => plan.state(id).event?.propagating)),
      tipped: consignment !== undefined && plan.consignment(consignment).propagating,
      consignment,
    };
  });
  for (const id of unpropagated)
    written += await propagateToRefunds(account, boundaries, id, isLate);
  if (consignment !== undefined && tipped) {
    written += await propagateConsignment(account, boundaries, consignment, isLate);
  }
  return { record, written };
}

/** Loads an event with the events and the consignment that a change of it depends on. */
async function loadGroup(session: LedgerSession, eventId: string) {
  await session.load([eventId]);
  const record = session.state(eventId).event;
  if (!record) throw notFound("supply event");
  await session.loadLinked(eventId);
  await session.loadConsignments([record]);
  await session.loadMembers([record]);
  const consignment = consignmentIdOf(record);
  const original_id = referredId(record);
  if (original_id === undefined) return { record, original: undefined, consignment };
  await session.load([original_id]);
  // Other non-sales of the original: this change may take their total above the sale, or below again.
  await session.loadLinked(original_id);
  return { record, original: session.state(original_id), consignment };
}

/** Conditions a change on the original that it was decided by, unless the change writes the original anyway. */
const guardOf = (account: string, plan: WritePlan, original: EventState | undefined) =>
  original?.event && !plan.touched().includes(original.event.event_id)
    ? [unchanged(account, original.event)]
    : [];

/**
 * Gives an event the classification that the user has decided, and moves the sums of all events that refer to it.
 * @throws DomainError `not_found`, and the errors of `reclassified`
 */
export async function classifyEvent(
  account: string,
  eventId: string,
  change: Omit<ClassificationChange, "from">,
): Promise<EventRecord> {
  const { profile, registrations } = await loadAccountSettings(account);
  const { record } = await changeEvent(
    account,
    boundariesOf(registrations.items),
    eventId,
    (seen) => reclassified(seen, change, profileOn(profile, seen.supply_date)),
  );
  return record;
}
