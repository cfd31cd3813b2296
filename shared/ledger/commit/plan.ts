import type { EventId } from "../../core/ids.ts";
import { withLink } from "../../vat/schemes/supply-event.ts";
import {
  consignmentIdOf,
  exceededFor,
  isExceeded,
  rejectOverfull,
  withMember,
} from "../events/consignments.ts";
import type { EventRecord, EventState, LedgerView } from "../events/event-record.ts";
import {
  isAboveSale,
  linkOf,
  type RefundedTotal,
  refundedTotalOf,
  sameLink,
  withRefunded,
} from "../events/links.ts";
import { sameEntries } from "../sums/sum.ts";
import { RULES_VERSION, sumsOfEvent } from "../sums/sums-of-event.ts";
import { fitOneWrite, type Step, WritePlan } from "./write-plan.ts";

/**
 * Maximum number of linked events moved in one transaction. Each takes one action and up to two sums, and a transaction
 * has at most 100 actions. The rest propagate in later transactions.
 */
export const MOVES_PER_WRITE = 30;

/**
 * Plans the write of `record` and the moves of as many linked events as one transaction takes. Leaves out an event that
 * the plan writes itself.
 */
function planMoves(
  view: LedgerView,
  record: EventRecord,
  state: EventState,
  except?: EventId,
): Step[] {
  const known = view.linked(record.event_id).slice(0, MOVES_PER_WRITE);
  const children = known
    .filter((id) => id !== except)
    .map((id) => view.state(id).event)
    .filter((child) => child !== undefined)
    // An event that was repointed to another original has left its link here.
    .filter((child) => referredId(child) === record.event_id);
  const propagating = state.links > known.length ? (true as const) : undefined;
  return [
    { do: "write", record: { ...record, propagating }, pinned: true },
    ...children.flatMap((child) => moveOf(view, child, record, state.taken_back)),
  ];
}

/** Removes a non-sale from the sums it was added to, under the rules of that time, and adds it to its current sums. */
export function moveOf(
  view: LedgerView,
  child: EventRecord,
  original: EventRecord,
  taken: RefundedTotal | undefined,
): Step[] {
  const link = linkOf(child, original, taken);
  const moved = counted(withLink({ ...child, version: child.version + 1 }, link), view);
  if (sameLink(link, child.link) && sameEntries(moved.entries, child.entries)) return [];
  return [
    { do: "write", record: moved },
    { do: "count", entries: child.entries, sign: -1 },
    { do: "count", entries: moved.entries, sign: 1 },
  ];
}

/** Returns a record with its sum entries under the current rules. A later change removes exactly these entries. */
export const counted = (
  record: EventRecord,
  { boundaries }: Pick<LedgerView, "boundaries">,
): EventRecord => ({
  ...record,
  entries: sumsOfEvent(record, boundaries),
  rules_version: RULES_VERSION,
});

/** Returns the event that a non-sale refers to, unless it refers to itself. */
export const referredId = (event: EventRecord): EventId | undefined =>
  event.original_event_id === event.event_id ? undefined : event.original_event_id;

type Consigned = {
  readonly consignment_exceeded: true | undefined;
  /** Returns the given steps of the event, with the steps of its consignment. */
  readonly withConsignment: (own: readonly Step[]) => Step[];
};

const NOT_CONSIGNED: Consigned = {
  consignment_exceeded: undefined,
  withConsignment: (own) => [...own],
};

/**
 * Plans the effect of an event on its consignment, and the steps that store the consignment. If the consignment now
 * exceeds the limit, or no longer does, its other sales move as well: in the same transaction, or in later ones if
 * there are too many.
 * @throws DomainError `invalid_request` when the consignment is full.
 */
function planConsignment(view: LedgerView, event: EventRecord): Consigned {
  const id = consignmentIdOf(event);
  if (id === undefined) return NOT_CONSIGNED;
  const before = view.consignment(id);
  const sum = withMember(before, event);
  if (sum === before && !sum.members.has(event.event_id)) return NOT_CONSIGNED;
  rejectOverfull(id, before, sum);
  const hasTipped = isExceeded(before) !== isExceeded(sum);
  const others = [...sum.members.keys()].filter((member) => member !== event.event_id);
  const withConsignment = (own: readonly Step[]): Step[] => {
    if (!hasTipped) return [...own, { do: "consign", id, sum }];
    const moves = others.map((member) => planMember(view, member, isExceeded(sum)));
    const whole = moves.every((steps) => steps !== undefined) ? moves.flat() : undefined;
    const settled: Step = { do: "consign", id, sum: { ...sum, propagating: undefined } };
    if (whole && !whole.some(isLeftOver) && fitOneWrite([...own, settled, ...whole])) {
      return [...own, settled, ...whole];
    }
    return [...own, { do: "consign", id, sum: { ...sum, propagating: true } }];
  };
  return { consignment_exceeded: exceededFor(event, sum), withConsignment };
}

/** Plans the update of a sale, and of its non-sales, from its consignment; undefined if the sale was not loaded. */
export function planMember(
  view: LedgerView,
  eventId: EventId,
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

/** True if a sale has more non-sales than were loaded. */
const isLeftOver = (step: Step): boolean => step.do === "write" && step.record.propagating === true;

/**
 * Plans the commit of a new event: its own sums, its link to the original, and the moves of the non-sales that waited
 * for it.
 */
export function planCommit(view: LedgerView, arriving: EventRecord): Step[] {
  const original_id = referredId(arriving);
  const taking = planTaking(view, arriving, refundedTotalOf(arriving));
  const consignment = planConsignment(view, arriving);
  const { consignment_exceeded } = consignment;
  const state = view.state(arriving.event_id);
  const version = (state.undone?.version ?? 0) + 1;
  const placed = counted(
    withLink({ ...arriving, consignment_exceeded, version }, taking.link),
    view,
  );
  return consignment.withConsignment([
    ...planMoves(view, placed, state),
    { do: "count", entries: placed.entries, sign: 1 },
    // An event that was undone has kept its link.
    ...(original_id === undefined || state.undone?.original_event_id === original_id
      ? []
      : [{ do: "link" as const, original_id, event_id: placed.event_id }]),
    ...taking.steps,
  ]);
}

/** Plans the replacement of an event by a changed version, including its linked events. */
export function planChange(view: LedgerView, changed: EventRecord): Step[] {
  const state = view.state(changed.event_id);
  if (!state.event) throw new RangeError("only a committed event can change");
  const more = withRefunded(refundedTotalOf(changed), refundedTotalOf(state.event), -1);
  const { link, steps } = planTaking(view, changed, more);
  const consignment = planConsignment(view, changed);
  const { consignment_exceeded } = consignment;
  const version = state.event.version + 1;
  const placed = counted(withLink({ ...changed, consignment_exceeded, version }, link), view);
  return consignment.withConsignment([
    ...planMoves(view, placed, state),
    { do: "count", entries: state.event.entries, sign: -1 },
    { do: "count", entries: placed.entries, sign: 1 },
    ...steps,
  ]);
}

/** Plans the update of the non-sales that refer to `original`, once the original itself no longer changes. */
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
 * Decides the link of a non-sale that adds `more` to the refunded total of its original, and plans the steps that store
 * the total. If the total now exceeds the sale, or no longer does, all other non-sales of the sale change as well.
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
 * Plans the repointing of a non-sale from the name of a calculation to the event `to`, and adds its amount to the
 * refunded total of that event. The link under the name stays, without effect.
 */
export function planRepoint(view: LedgerView, waiting: EventRecord, to: EventId): Step[] {
  const { event_id, original_event_id: from, version, entries } = waiting;
  const taken = refundedTotalOf(waiting);
  const repointed = { ...waiting, original_event_id: to, version: version + 1 };
  const { link, steps } = planTaking(view, repointed, taken);
  const placed = counted(withLink(repointed, link), view);
  return [
    { do: "write", record: placed },
    { do: "count", entries, sign: -1 },
    { do: "count", entries: placed.entries, sign: 1 },
    { do: "link", original_id: to, event_id },
    ...(from === undefined || Object.keys(taken).length === 0
      ? []
      : [{ do: "take" as const, original_id: from, taken: withRefunded({}, taken, -1) }]),
    ...steps,
  ];
}

/** Number of events considered for one transaction; how many fit depends on the sums they share. */
const EVENTS_PER_PLAN = 90;

/** Maximum number of days and currencies that two transactions of one request have in common that are sent together. */
const MOST_DAYS_SHARED = 8;

/**
 * Sorts records so that records with shared sums are together. A transaction writes a sum once, however many events
 * share it. The row of the return is the first key, because a batch has more rows than days.
 */
export function bySums(records: readonly EventRecord[]): readonly EventRecord[] {
  const sumsOf = (record: EventRecord) =>
    `${record.currency} ${record.consumption_country} ${record.vat_rate_bps} ${record.supply_date}`;
  return records
    .map((record) => ({ record, sums: sumsOf(record) }))
    .sort((a, b) => (a.sums < b.sums ? -1 : a.sums > b.sums ? 1 : 0))
    .map(({ record }) => record);
}

/** Plans as many of the first records as one transaction takes. */
export function planBatch(view: LedgerView, records: readonly EventRecord[]): WritePlan {
  const plan = new WritePlan(view);
  for (const record of records.slice(0, EVENTS_PER_PLAN)) {
    if (plan.state(record.event_id).event) continue;
    const steps = planCommit(plan, record);
    if (!plan.hasRoomFor(steps)) break;
    plan.add(steps);
  }
  return plan;
}

/**
 * Plans the first transaction and those that can be written at the same time, in any order. Each is planned when it is
 * asked for, so that the work goes on while others are written.
 */
export function* planBatches(view: LedgerView, records: readonly EventRecord[]) {
  const first = planBatch(view, records);
  let plan = first;
  for (let later = records; ; ) {
    yield plan;
    later = later.filter(({ event_id }) => !plan.state(event_id).event);
    const concurrent = concurrentRecords(first, plan, later);
    if (concurrent.length === 0) return;
    plan = planBatch(view, concurrent);
  }
}

/**
 * Returns the records that the transaction after `last` can write at the same time: sales that depend on nothing else.
 * Returns none if it has many days in common with `last`, because readers pay for each second shard of a sum.
 */
function concurrentRecords(
  first: WritePlan,
  last: WritePlan,
  later: readonly EventRecord[],
): EventRecord[] {
  const end = later.findIndex((event) => !standsAlone(first, event));
  const concurrent = (end === -1 ? later : later.slice(0, end)).slice(0, EVENTS_PER_PLAN);
  const dayOf = (record: EventRecord) => `${record.supply_date} ${record.currency}`;
  const days = new Set([...last.writes.values()].map(({ record }) => dayOf(record)));
  const shared = new Set(concurrent.map(dayOf)).intersection(days);
  return shared.size <= MOST_DAYS_SHARED ? concurrent : [];
}

/** True if the commit of a new event reads and changes nothing but the event and its sums. */
const standsAlone = (view: LedgerView, record: EventRecord): boolean =>
  view.state(record.event_id).links === 0 &&
  record.original_event_id === undefined &&
  consignmentIdOf(record) === undefined;
