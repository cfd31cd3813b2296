import {
  consignmentIdOf,
  exceededFor,
  isExceeded,
  rejectOverfull,
  withMember,
} from "../events/consignments.ts";
import type { EventRecord, EventState, LedgerView } from "../events/event-record.ts";
import { linkOf, sameLink } from "../events/links.ts";
import {
  isAboveSale,
  type RefundedTotal,
  refundedTotalOf,
  withRefunded,
} from "../events/refunded-total.ts";
import { sameEntries } from "../sums/sum.ts";
import { RULES_VERSION, sumsOfEvent } from "../sums/sums-of-event.ts";
import { fitOneWrite, type Step } from "./write-plan.ts";

/**
 * How many linked events move in one transaction. Each is one action and up to two tallies, and a
 * transaction takes 100 actions; the rest settle in transactions of their own.
 */
export const MOVES_PER_WRITE = 30;

/**
 * Writes `record` and moves as many of its linked events as one transaction takes, but for one that
 * the plan writes itself.
 */
function planMoves(
  view: LedgerView,
  record: EventRecord,
  state: EventState,
  except?: string,
): Step[] {
  const known = view.linked(record.event_id).slice(0, MOVES_PER_WRITE);
  const children = known
    .filter((id) => id !== except)
    .map((id) => view.state(id).event)
    .filter((child) => child !== undefined)
    // What has come to refer to another event has left its link behind.
    .filter((child) => referredId(child) === record.event_id);
  const settling = state.links > known.length ? (true as const) : undefined;
  return [
    { do: "write", record: { ...record, settling }, pinned: true },
    ...children.flatMap((child) => moveOf(view, child, record, state.taken_back)),
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
  taken: RefundedTotal | undefined,
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
  { boundaries }: Pick<LedgerView, "boundaries">,
): EventRecord => ({
  ...record,
  entries: sumsOfEvent(record, boundaries),
  rules_version: RULES_VERSION,
});

/** The event that a non-sale refers to, unless that is itself. */
export const referredId = (event: EventRecord): string | undefined =>
  event.original_event_id === event.event_id ? undefined : event.original_event_id;

/** What its consignment makes of an event. */
type Consigned = {
  readonly consignment_exceeded: true | undefined;
  /** The steps of the event with those of its consignment. */
  readonly beside: (own: readonly Step[]) => Step[];
};

/**
 * How an event stands in its consignment once it is written, and the steps that keep the consignment.
 * Where that comes to exceed the limit, or does so no longer, the other sales move with it: in the same
 * transaction, or, when that has no room for all of them, in later ones.
 * @throws DomainError `invalid_request` when the consignment is full.
 */
function planConsignment(view: LedgerView, event: EventRecord): Consigned {
  const id = consignmentIdOf(event);
  const before = id === undefined ? undefined : view.consignment(id);
  const sum = before && withMember(before, event);
  const isOutside = sum === before && !sum?.members.has(event.event_id);
  if (id === undefined || !before || !sum || isOutside) {
    return { consignment_exceeded: undefined, beside: (own) => [...own] };
  }
  rejectOverfull(id, before, sum);
  const hasTipped = isExceeded(before) !== isExceeded(sum);
  const others = [...sum.members.keys()].filter((member) => member !== event.event_id);
  const beside = (own: readonly Step[]): Step[] => {
    if (!hasTipped) return [...own, { do: "consign", id, sum }];
    const moves = others.map((member) => planMember(view, member, isExceeded(sum)));
    const whole = moves.every((steps) => steps !== undefined) ? moves.flat() : undefined;
    const settled: Step = { do: "consign", id, sum: { ...sum, settling: undefined } };
    if (whole && !whole.some(isLeftOver) && fitOneWrite([...own, settled, ...whole])) {
      return [...own, settled, ...whole];
    }
    return [...own, { do: "consign", id, sum: { ...sum, settling: true } }];
  };
  return { consignment_exceeded: exceededFor(event, sum), beside };
}

/**
 * The steps that bring a sale up to date with its consignment, and its non-sales with it; undefined when
 * the sale was not loaded.
 */
export function planMember(
  view: LedgerView,
  eventId: string,
  exceeded: boolean,
): Step[] | undefined {
  const state = view.state(eventId);
  const { event } = state;
  if (!event) return undefined;
  const consignment_exceeded = exceeded ? true : undefined;
  if (event.consignment_exceeded === consignment_exceeded) return [];
  const moved = counted({ ...event, consignment_exceeded, version: event.version + 1 }, view);
  return [
    ...planMoves(view, moved, state),
    { do: "count", entries: event.entries, sign: -1 },
    { do: "count", entries: moved.entries, sign: 1 },
  ];
}

/** Whether a sale has more non-sales than were loaded. */
const isLeftOver = (step: Step): boolean => step.do === "write" && step.record.settling === true;

/**
 * The steps that commit a new event: its own sums, its link to the original, and the move of the
 * non-sales that have been waiting for it.
 */
export function planCommit(view: LedgerView, arriving: EventRecord): Step[] {
  const original_id = referredId(arriving);
  const taking = planTaking(view, arriving, refundedTotalOf(arriving));
  const consignment = planConsignment(view, arriving);
  const { consignment_exceeded } = consignment;
  const state = view.state(arriving.event_id);
  const version = (state.undone?.version ?? 0) + 1;
  const placed = counted({ ...arriving, link: taking.link, consignment_exceeded, version }, view);
  return consignment.beside([
    ...planMoves(view, placed, state),
    { do: "count", entries: placed.entries, sign: 1 },
    // The link of an event that was undone has stayed.
    ...(original_id === undefined || state.undone?.original_event_id === original_id
      ? []
      : [{ do: "link" as const, original_id, event_id: placed.event_id }]),
    ...taking.steps,
  ]);
}

/** The steps that replace an event by a changed version of itself, linked events included. */
export function planChange(view: LedgerView, changed: EventRecord): Step[] {
  const state = view.state(changed.event_id);
  if (!state.event) throw new RangeError("only a committed event can change");
  const more = withRefunded(refundedTotalOf(changed), refundedTotalOf(state.event), -1);
  const { link, steps } = planTaking(view, changed, more);
  const consignment = planConsignment(view, changed);
  const { consignment_exceeded } = consignment;
  const version = state.event.version + 1;
  const placed = counted({ ...changed, link, consignment_exceeded, version }, view);
  return consignment.beside([
    ...planMoves(view, placed, state),
    { do: "count", entries: state.event.entries, sign: -1 },
    { do: "count", entries: placed.entries, sign: 1 },
    ...steps,
  ]);
}

/** The steps that bring the non-sales that refer to a settled `original` up to date with it. */
export const planPropagation = (
  view: LedgerView,
  original: EventRecord,
  children: readonly EventRecord[],
): Step[] => {
  const { taken_back } = view.state(original.event_id);
  return children
    .filter((child) => referredId(child) === original.event_id)
    .flatMap((child) => moveOf(view, child, original, taken_back));
};

/**
 * How a non-sale stands to its original when it takes so much `more` back of it, and the steps that
 * keep the sum beside the original. Where the sum comes to exceed the sale, or does so no longer, all
 * other non-sales of it stand differently too.
 */
function planTaking(view: LedgerView, event: EventRecord, more: RefundedTotal) {
  const original_id = referredId(event);
  if (original_id === undefined) return { link: linkOf(event, undefined), steps: [] };
  const state = view.state(original_id);
  const taken_back = withRefunded(state.taken_back, more);
  const link = linkOf(event, state.event, taken_back);
  if (Object.keys(more).length === 0) return { link, steps: [] };
  const take: Step = { do: "take", original_id, taken: more };
  const { event: sale } = state;
  if (!sale || isAboveSale(sale, taken_back) === isAboveSale(sale, state.taken_back)) {
    return { link, steps: [take] };
  }
  const touched = { ...sale, version: sale.version + 1 };
  const moves = planMoves(view, touched, { ...state, taken_back }, event.event_id);
  return { link, steps: [take, ...moves] };
}

/**
 * The steps that make a non-sale that waits under a name refer to the event `to` that the name stands
 * for, and take back of that. Its link under the name stays behind and moves nothing any more.
 */
export function planRepoint(view: LedgerView, waiting: EventRecord, to: string): Step[] {
  const { event_id, original_event_id: from = "", version, entries } = waiting;
  const taken = refundedTotalOf(waiting);
  const repointed = { ...waiting, original_event_id: to, version: version + 1 };
  const { link, steps } = planTaking(view, repointed, taken);
  const placed = counted({ ...repointed, link }, view);
  return [
    { do: "write", record: placed },
    { do: "count", entries, sign: -1 },
    { do: "count", entries: placed.entries, sign: 1 },
    { do: "link", original_id: to, event_id },
    ...(Object.keys(taken).length === 0
      ? []
      : [{ do: "take" as const, original_id: from, taken: withRefunded({}, taken, -1) }]),
    ...steps,
  ];
}
