import { type Entry, sameEntries } from "../tallies/tally.ts";
import type { EventRecord, LedgerView, Slot } from "./ledger-view.ts";
import { linkOf, sameLink } from "./link.ts";
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
  const original = original_id === undefined ? undefined : view.slot(original_id).event;
  const placed = counted({ ...arriving, link: linkOf(arriving, original) }, view);
  const slot = view.slot(placed.event_id);
  return [
    ...planMoves(view, placed, slot),
    { do: "count", entries: placed.entries, sign: 1 },
    ...(original_id === undefined
      ? []
      : [{ do: "link" as const, original_id, event_id: placed.event_id }]),
  ];
}

/** The steps that replace an event by a changed version of itself, linked events included. */
export function planChange(view: LedgerView, changed: EventRecord): Step[] {
  const slot = view.slot(changed.event_id);
  if (!slot.event) throw new RangeError("only a committed event can change");
  const recounted = counted({ ...changed, version: slot.event.version + 1 }, view);
  return [
    ...planMoves(view, recounted, slot),
    { do: "count", entries: slot.event.entries, sign: -1 },
    { do: "count", entries: recounted.entries, sign: 1 },
  ];
}

/** The steps that bring the non-sales that refer to a settled `original` up to date with it. */
export function planSettlement(
  view: LedgerView,
  original: EventRecord,
  children: readonly EventRecord[],
): Step[] {
  return children.flatMap((child) => moveOf(view, child, original));
}

/** Writes `record` and moves as many of its linked events as one transaction takes. */
function planMoves(view: LedgerView, record: EventRecord, slot: Slot): Step[] {
  const known = view.linked(record.event_id).slice(0, MOVES_PER_WRITE);
  const children = known.map((id) => view.slot(id).event).filter((child) => child !== undefined);
  const settling = slot.links > children.length ? (true as const) : undefined;
  return [
    { do: "write", record: { ...record, settling }, pinned: true },
    ...planSettlement(view, record, children),
  ];
}

/**
 * Takes a non-sale out of the sums it was added to, whatever the rules were then, and counts it where
 * it now belongs.
 */
function moveOf(view: LedgerView, child: EventRecord, original: EventRecord): Step[] {
  const link = linkOf(child, original);
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
