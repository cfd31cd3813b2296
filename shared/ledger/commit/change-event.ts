import { notFound } from "../../core/errors/errors.ts";
import type { EventId, LedgerId } from "../../core/ids.ts";
import { isOutage, withRetries } from "../../platform/calls.ts";
import type { StartKey } from "../../platform/table/keys.ts";
import { loadVatRates } from "../../vat/rate-proposals/store-rate-proposals.ts";
import { type Boundaries, boundariesOf } from "../../vat/schemes/registration-segments.ts";
import type { ClassificationChange } from "../../vat/schemes/supply-event.ts";
import { profileOn } from "../../vat/seller/profile.ts";
import { ratesCheckedAnew } from "../events/checks.ts";
import { type ConsignmentSum, consignmentIdOf, isExceeded } from "../events/consignments.ts";
import type { EventRecord, EventState, RelatedStates } from "../events/event-record.ts";
import { reclassified } from "../events/reclassify-event.ts";
import {
  loadConsignments,
  loadEventState,
  loadLinks,
  markPropagated,
} from "../events/store-events.ts";
import { loadAccountSettings } from "../settings/store-settings.ts";
import { MOVES_PER_WRITE, planChange, planMember, planPropagation, referredId } from "./plan.ts";
import { LedgerSession } from "./session.ts";
import { clearPropagating, unchanged, writePlan } from "./store-write.ts";
import { WritePlan } from "./write-plan.ts";

/**
 * Moves the linked events that did not fit into the transaction of their original, in several writes. Returns the
 * number of events. Until it is moved, each event counts by its own record. After an interruption, the next request
 * that commits or changes the original continues the work.
 */
export async function propagateToRefunds(
  ledger: LedgerId,
  boundaries: Boundaries,
  originalId: EventId,
  isLate = () => false,
): Promise<number> {
  const original = (await loadEventState(ledger, originalId)).event;
  let written = 0;
  if (!original?.propagating) return written;
  let after: StartKey;
  do {
    if (isLate()) return written;
    const page = await loadLinks(ledger, originalId, MOVES_PER_WRITE, after);
    written += await withRetries(() =>
      propagateToSomeRefunds(ledger, boundaries, original, page.ids),
    );
    after = page.next;
  } while (after);
  await clearPropagating(ledger, original);
  return written;
}

async function propagateToSomeRefunds(
  ledger: LedgerId,
  boundaries: Boundaries,
  original: EventRecord,
  ids: readonly EventId[],
): Promise<number> {
  const session = new LedgerSession(ledger, boundaries);
  await session.load([original.event_id, ...ids]);
  const current = session.state(original.event_id).event;
  // A concurrent writer that has changed the original propagates it as well.
  if (current?.version !== original.version) return 0;
  const children = ids.map((id) => session.state(id).event).filter((child) => child !== undefined);
  const plan = new WritePlan(session);
  plan.add(planPropagation(plan, current, children));
  await writePlan(ledger, plan, [unchanged(ledger, current)]);
  return plan.writes.size;
}

/** The consignment that is propagated, and the progress. */
type Propagation = {
  readonly ledger: LedgerId;
  readonly boundaries: Boundaries;
  readonly id: string;
  readonly sum: ConsignmentSum;
};

/**
 * Moves the sales of a consignment that did not fit into the transaction of a change, with the events that refer to
 * them. Returns the number of events. Until it is moved, each sale counts by its own record. After an interruption, the
 * next request that reads a sale of the consignment continues the work.
 */
export async function propagateConsignment(
  ledger: LedgerId,
  boundaries: Boundaries,
  id: string,
  isLate = () => false,
): Promise<number> {
  let written = 0;
  const sum = (await loadConsignments(ledger, [id])).get(id);
  if (!sum?.propagating) return written;
  const members = [...sum.members.keys()];
  for (let at = 0; at < members.length; ) {
    if (isLate()) return written;
    const next = members.slice(at, at + MOVES_PER_WRITE);
    const done = await withRetries(() =>
      propagateToSomeMembers({ ledger, boundaries, id, sum }, next),
    );
    // A concurrent writer that has changed the consignment propagates it as well.
    if (!done) return written;
    written += done.written;
    for (const member of done.unsettled)
      written += await propagateToRefunds(ledger, boundaries, member, isLate);
    if (isLate()) return written;
    at += done.looked_at;
  }
  await markPropagated(ledger, id, sum);
  return written;
}

async function propagateToSomeMembers(
  { ledger, boundaries, id, sum }: Propagation,
  members: readonly EventId[],
) {
  const session = new LedgerSession(ledger, boundaries);
  await session.load(members);
  const events = members.map((member) => session.state(member).event);
  await session.loadConsignments(events.filter((event) => event !== undefined));
  const current = session.consignment(id);
  if (current.version !== sum.version) return undefined;
  const plan = new WritePlan(session);
  let looked_at = 0;
  for (const member of members) {
    await session.loadLinked(member);
    const moves = planMember(plan, member, isExceeded(sum)) ?? [];
    const steps = moves.length > 0 ? [{ do: "consign" as const, id, sum: current }, ...moves] : [];
    if (!plan.hasRoomFor(steps)) break;
    plan.add(steps);
    looked_at += 1;
  }
  await writePlan(ledger, plan);
  const unpropagated = members
    .slice(0, looked_at)
    .filter((member) => plan.state(member).event?.propagating);
  return { looked_at, written: plan.writes.size, unsettled: unpropagated };
}

/** Returns the changed event, given its current related states. */
type EventDecision = (record: EventRecord, related: RelatedStates) => EventRecord;

/** The changed event, and the number of events written, including those that refer to it. */
type EventChange = { readonly record: EventRecord; readonly written: number };

/**
 * Replaces a committed event by the result of `decide`, and moves the sums of all events that refer to it or share its
 * consignment. `decide` may run again if another writer was faster. Once `isLate` returns true, no further event is
 * started. A later change or recount continues an event that is still propagating.
 * @throws DomainError `not_found`
 */
export async function changeEvent(
  ledger: LedgerId,
  boundaries: Boundaries,
  eventId: EventId,
  decide: EventDecision,
  isLate = () => false,
): Promise<EventChange> {
  let written = 0;
  const {
    record,
    unsettled: unpropagated,
    tipped,
    consignment,
  } = await withRetries(async () => {
    const session = new LedgerSession(ledger, boundaries);
    const { record, original, consignment } = await loadGroup(session, eventId);
    const sum = consignment === undefined ? undefined : session.consignment(consignment);
    const decided = decide(record, { original, consignment: sum });
    const plan = new WritePlan(session);
    if (decided !== record) plan.add(planChange(plan, decided));
    const before = written;
    try {
      // If the response was lost, the event may have been written; the next attempt then has nothing to do.
      written = Math.max(before, plan.writes.size);
      await writePlan(ledger, plan, guardOf(ledger, plan, original));
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
    written += await propagateToRefunds(ledger, boundaries, id, isLate);
  if (consignment !== undefined && tipped) {
    written += await propagateConsignment(ledger, boundaries, consignment, isLate);
  }
  return { record, written };
}

/** Loads an event with the events and the consignment that a change of it depends on. */
async function loadGroup(session: LedgerSession, eventId: EventId) {
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
const guardOf = (ledger: LedgerId, plan: WritePlan, original: EventState | undefined) =>
  original?.event && !plan.touched().includes(original.event.event_id)
    ? [unchanged(ledger, original.event)]
    : [];

/**
 * Gives an event the classification that the user has decided, and moves the sums of all events that refer to it.
 * @throws DomainError `not_found`, and the errors of `reclassified`
 */
export async function classifyEvent(
  ledger: LedgerId,
  eventId: EventId,
  change: Omit<ClassificationChange, "from">,
): Promise<EventRecord> {
  const [{ profile, registrations }, rates] = await Promise.all([
    loadAccountSettings(ledger),
    loadVatRates(),
  ]);
  const boundaries = boundariesOf(registrations.items);
  const { record } = await changeEvent(ledger, boundaries, eventId, (seen) => {
    const decided = reclassified(seen, change, profileOn(profile, seen.supply_date));
    // A sale that was taxed at home has another rate where its return declares it.
    return decided.treatment === seen.treatment
      ? decided
      : { ...decided, checks: ratesCheckedAnew(decided, seen.checks, rates) };
  });
  return record;
}
