import type { EventRecord, LedgerView } from "../events/event-record.ts";
import { linkOf } from "../events/links.ts";
import { isAboveSale, type TakenBack, takenBackBy, withTaken } from "../events/refunded-total.ts";
import { planConsignment } from "./consignment-plan.ts";
import { counted, moveOf, planMoves, referredId } from "./moves.ts";
import type { Step } from "./step.ts";

/**
 * The steps that commit a new event: its own sums, its link to the original, and the move of the
 * non-sales that have been waiting for it.
 */
export function planCommit(view: LedgerView, arriving: EventRecord): Step[] {
  const original_id = referredId(arriving);
  const taking = planTaking(view, arriving, takenBackBy(arriving));
  const consignment = planConsignment(view, arriving);
  const { consignment_exceeded } = consignment;
  const slot = view.slot(arriving.event_id);
  const version = (slot.undone?.version ?? 0) + 1;
  const placed = counted({ ...arriving, link: taking.link, consignment_exceeded, version }, view);
  return consignment.beside([
    ...planMoves(view, placed, slot),
    { do: "count", entries: placed.entries, sign: 1 },
    // The link of an event that was undone has stayed.
    ...(original_id === undefined || slot.undone?.original_event_id === original_id
      ? []
      : [{ do: "link" as const, original_id, event_id: placed.event_id }]),
    ...taking.steps,
  ]);
}

/** The steps that replace an event by a changed version of itself, linked events included. */
export function planChange(view: LedgerView, changed: EventRecord): Step[] {
  const slot = view.slot(changed.event_id);
  if (!slot.event) throw new RangeError("only a committed event can change");
  const more = withTaken(takenBackBy(changed), takenBackBy(slot.event), -1);
  const { link, steps } = planTaking(view, changed, more);
  const consignment = planConsignment(view, changed);
  const { consignment_exceeded } = consignment;
  const version = slot.event.version + 1;
  const placed = counted({ ...changed, link, consignment_exceeded, version }, view);
  return consignment.beside([
    ...planMoves(view, placed, slot),
    { do: "count", entries: slot.event.entries, sign: -1 },
    { do: "count", entries: placed.entries, sign: 1 },
    ...steps,
  ]);
}

/** The steps that bring the non-sales that refer to a settled `original` up to date with it. */
export const planSettlement = (
  view: LedgerView,
  original: EventRecord,
  children: readonly EventRecord[],
): Step[] => {
  const { taken_back } = view.slot(original.event_id);
  return children
    .filter((child) => referredId(child) === original.event_id)
    .flatMap((child) => moveOf(view, child, original, taken_back));
};

/**
 * How a non-sale stands to its original when it takes so much `more` back of it, and the steps that
 * keep the sum beside the original. Where the sum comes to exceed the sale, or does so no longer, all
 * other non-sales of it stand differently too.
 */
export function planTaking(view: LedgerView, event: EventRecord, more: TakenBack) {
  const original_id = referredId(event);
  if (original_id === undefined) return { link: linkOf(event, undefined), steps: [] };
  const slot = view.slot(original_id);
  const taken_back = withTaken(slot.taken_back, more);
  const link = linkOf(event, slot.event, taken_back);
  if (Object.keys(more).length === 0) return { link, steps: [] };
  const take: Step = { do: "take", original_id, taken: more };
  const { event: sale } = slot;
  if (!sale || isAboveSale(sale, taken_back) === isAboveSale(sale, slot.taken_back)) {
    return { link, steps: [take] };
  }
  const touched = { ...sale, version: sale.version + 1 };
  const moves = planMoves(view, touched, { ...slot, taken_back }, event.event_id);
  return { link, steps: [take, ...moves] };
}
