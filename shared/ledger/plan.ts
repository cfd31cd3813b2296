import { type Entry, sameEntries } from "../tallies/tally.ts";
import type { EventRecord, LedgerView, Slot } from "./ledger-view.ts";
import { linkOf, sameLink } from "./link.ts";
import { isAboveSale, type TakenBack, takenBackBy, withTaken } from "./taken-back.ts";
import { RULES_VERSION, tallyEntries } from "./tally-entries.ts";

/** One step of a plan. All steps of a plan go into one transaction, or none. */
export type Step =
  | {
      readonly do: "write";
      readonly record: EventRecord;
      /** The plan holds only while no further event comes to refer to this one. */
      readonly pinned?: true;
    }
  | { readonly do: "link"; readonly original_id: string; readonly event_id: string }
  /** What all non-sales of the original take back of it changes. */
  | { readonly do: "take"; readonly original_id: string; readonly taken: TakenBack }
  | { readonly do: "count"; readonly entries: readonly Entry[]; readonly sign: 1 | -1 };

/**
 * How many linked events move in one transaction. Each is one action and up to two tallies, and a
 * transaction takes 100 actions; the rest settle in transactions of their own.
 */
export const MOVES_PER_WRITE = 30;

/**
 * The steps that commit a new event: its own sums, its link to the original, and the move of the
 * non-sales that have been waiting for it.
 */
export function planCommit(view: LedgerView, arriving: EventRecord): Step[] {
  const original_id = referredId(arriving);
  const taking = planTaking(view, arriving, takenBackBy(arriving));
  const placed = counted({ ...arriving, link: taking.link }, view);
  const slot = view.slot(placed.event_id);
  return [
    ...planMoves(view, placed, slot),
    { do: "count", entries: placed.entries, sign: 1 },
    ...(original_id === undefined
      ? []
      : [{ do: "link" as const, original_id, event_id: placed.event_id }]),
    ...taking.steps,
  ];
}

/** The steps that replace an event by a changed version of itself, linked events included. */
export function planChange(view: LedgerView, changed: EventRecord): Step[] {
  const slot = view.slot(changed.event_id);
  if (!slot.event) throw new RangeError("only a committed event can change");
  const more = withTaken(takenBackBy(changed), takenBackBy(slot.event), -1);
  const { link, steps } = planTaking(view, changed, more);
  const placed = counted({ ...changed, link, version: slot.event.version + 1 }, view);
  return [
    ...planMoves(view, placed, slot),
    { do: "count", entries: slot.event.entries, sign: -1 },
    { do: "count", entries: placed.entries, sign: 1 },
    ...steps,
  ];
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

/**
 * Writes `record` and moves as many of its linked events as one transaction takes, but for one that
 * the plan writes itself.
 */
function planMoves(view: LedgerView, record: EventRecord, slot: Slot, except?: string): Step[] {
  const known = view.linked(record.event_id).slice(0, MOVES_PER_WRITE);
  const children = known
    .filter((id) => id !== except)
    .map((id) => view.slot(id).event)
    .filter((child) => child !== undefined)
    // What has come to refer to another event has left its link behind.
    .filter((child) => referredId(child) === record.event_id);
  const settling = slot.links > known.length ? (true as const) : undefined;
  return [
    { do: "write", record: { ...record, settling }, pinned: true },
    ...children.flatMap((child) => moveOf(view, child, record, slot.taken_back)),
  ];
}

/**
 * Takes a non-sale out of the sums it was added to, whatever the rules were then, and counts it where
 * it now belongs.
 */
function moveOf(
  view: LedgerView,
  child: EventRecord,
  original: EventRecord,
  taken: TakenBack | undefined,
): Step[] {
  const link = linkOf(child, original, taken);
  const moved = counted({ ...child, link, version: child.version + 1 }, view);
  if (sameLink(link, child.link) && sameEntries(moved.entries, child.entries)) return [];
  return [
    { do: "write", record: moved },
    { do: "count", entries: child.entries, sign: -1 },
    { do: "count", entries: moved.entries, sign: 1 },
  ];
}

/** A record with what it adds to sums by the rules of today; that is what is taken out again later. */
export const counted = (
  record: EventRecord,
  { edges }: Pick<LedgerView, "edges">,
): EventRecord => ({
  ...record,
  entries: tallyEntries(record, edges),
  rules_version: RULES_VERSION,
});

/** The event that a non-sale refers to, unless that is itself. */
export const referredId = (event: EventRecord): string | undefined =>
  event.original_event_id === event.event_id ? undefined : event.original_event_id;
