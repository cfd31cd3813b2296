import {
  consignmentIdOf,
  exceededFor,
  isExceeded,
  refuseOverfull,
  withMember,
} from "../events/consignments.ts";
import type { EventRecord, LedgerView } from "../events/event-record.ts";
import { counted, planMoves } from "./moves.ts";
import { fitOneWrite, type Step } from "./step.ts";

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
export function planConsignment(view: LedgerView, event: EventRecord): Consigned {
  const id = consignmentIdOf(event);
  const before = id === undefined ? undefined : view.consignment(id);
  const sum = before && withMember(before, event);
  const isOutside = sum === before && !sum?.members.has(event.event_id);
  if (id === undefined || !before || !sum || isOutside) {
    return { consignment_exceeded: undefined, beside: (own) => [...own] };
  }
  refuseOverfull(id, before, sum);
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
  const slot = view.slot(eventId);
  const { event } = slot;
  if (!event) return undefined;
  const consignment_exceeded = exceeded ? true : undefined;
  if (event.consignment_exceeded === consignment_exceeded) return [];
  const moved = counted({ ...event, consignment_exceeded, version: event.version + 1 }, view);
  return [
    ...planMoves(view, moved, slot),
    { do: "count", entries: event.entries, sign: -1 },
    { do: "count", entries: moved.entries, sign: 1 },
  ];
}

/** Whether a sale has more non-sales than were loaded. */
const isLeftOver = (step: Step): boolean => step.do === "write" && step.record.settling === true;
