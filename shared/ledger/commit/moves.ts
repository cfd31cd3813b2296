import type { EventRecord, LedgerView, Slot } from "../events/event-record.ts";
import { linkOf, sameLink } from "../events/links.ts";
import type { TakenBack } from "../events/refunded-total.ts";
import { sameEntries } from "../sums/sum.ts";
import { RULES_VERSION, tallyEntries } from "../sums/sums-of-event.ts";
import type { Step } from "./step.ts";

/**
 * How many linked events move in one transaction. Each is one action and up to two tallies, and a
 * transaction takes 100 actions; the rest settle in transactions of their own.
 */
export const MOVES_PER_WRITE = 30;

/**
 * Writes `record` and moves as many of its linked events as one transaction takes, but for one that
 * the plan writes itself.
 */
export function planMoves(
  view: LedgerView,
  record: EventRecord,
  slot: Slot,
  except?: string,
): Step[] {
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
export function moveOf(
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
