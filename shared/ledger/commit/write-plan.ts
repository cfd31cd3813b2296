import type { EventId } from "../../core/ids.ts";
import type { Boundaries } from "../../vat/schemes/registration-segments.ts";
import type { ConsignmentSum } from "../events/consignments.ts";
import type { EventRecord, EventState, LedgerView } from "../events/event-record.ts";
import { type RefundedTotal, withRefunded } from "../events/links.ts";
import { accumulate, type Delta, type Entry, partitionOfReturn } from "../sums/sum.ts";

/** One step of a plan. All steps of a plan are in one transaction, or none is. */
export type Step =
  | {
      readonly do: "write";
      readonly record: EventRecord;
      /** The plan is valid only while no further event refers to this one. */
      readonly pinned?: true;
    }
  | { readonly do: "link"; readonly original_id: EventId; readonly event_id: EventId }
  /** Changes the refunded total of the original, over all its non-sales. */
  | { readonly do: "take"; readonly original_id: EventId; readonly taken: RefundedTotal }
  /** Replaces a consignment. If the consignment is unchanged, the plan is valid only while it stays unchanged. */
  | { readonly do: "consign"; readonly id: string; readonly sum: ConsignmentSum }
  | { readonly do: "count"; readonly entries: readonly Entry[]; readonly sign: 1 | -1 };

/** Maximum number of actions in one DynamoDB transaction. */
const ACTIONS_PER_WRITE = 100;

function itemsOf(step: Step): string[] {
  if (step.do === "write") return [`event ${step.record.event_id}`];
  if (step.do === "take") return [`event ${step.original_id}`];
  if (step.do === "consign") return [`consignment ${step.id}`];
  if (step.do === "link") {
    return [`event ${step.original_id}`, `link ${step.original_id} ${step.event_id}`];
  }
  return step.entries.flatMap(({ partition, key }) => [
    `sum ${partition} ${key}`,
    `mark ${partitionOfReturn(partition)}`,
  ]);
}

export const fitOneWrite = (steps: readonly Step[]): boolean =>
  new Set(steps.flatMap(itemsOf)).size <= ACTIONS_PER_WRITE;

export type PlannedWrite = { readonly record: EventRecord; readonly pinned: boolean };

/**
 * The steps of one transaction. Changes of several events to the same item are merged, because an item may appear once
 * in a transaction. A write plan is a view, so that a later event sees the changes of an earlier one in the same
 * transaction.
 */
export class WritePlan implements LedgerView {
  readonly base: LedgerView;
  readonly writes = new Map<EventId, PlannedWrite>();
  /** Number of links that an event gains. */
  readonly gains = new Map<EventId, number>();
  readonly links: { readonly original_id: EventId; readonly event_id: EventId }[] = [];
  readonly deltas = new Map<string, Delta>();
  /** Change of the refunded total of an event. */
  readonly taken = new Map<EventId, RefundedTotal>();
  /** The consignments after the plan. A consignment that must only stay unchanged equals the one of the base view. */
  readonly consignments = new Map<string, ConsignmentSum>();
  readonly #items = new Set<string>();

  constructor(base: LedgerView) {
    this.base = base;
  }

  get boundaries(): Boundaries {
    return this.base.boundaries;
  }

  state(eventId: EventId): EventState {
    const stored = this.base.state(eventId);
    const event = this.writes.get(eventId)?.record ?? stored.event;
    return {
      event,
      links: stored.links + (this.gains.get(eventId) ?? 0),
      taken_back: this.taken.has(eventId)
        ? withRefunded(stored.taken_back, this.taken.get(eventId))
        : stored.taken_back,
      ...(event ? {} : { undone: stored.undone }),
    };
  }

  linked(eventId: EventId): readonly EventId[] {
    const gained = this.links.filter((link) => link.original_id === eventId);
    return [...this.base.linked(eventId), ...gained.map((link) => link.event_id)];
  }

  consignment(id: string): ConsignmentSum {
    return this.consignments.get(id) ?? this.base.consignment(id);
  }

  /**
   * True if the steps still fit. An empty plan accepts any single event, because the steps of one event are bounded.
   */
  hasRoomFor(steps: readonly Step[]): boolean {
    const added = new Set(steps.flatMap(itemsOf).filter((item) => !this.#items.has(item)));
    return this.#items.size === 0 || this.#items.size + added.size <= ACTIONS_PER_WRITE;
  }

  /** Returns the ids of the events that the plan writes, or whose links or refunded total it changes. */
  touched(): EventId[] {
    return [...new Set([...this.writes.keys(), ...this.gains.keys(), ...this.taken.keys()])];
  }

  add(steps: readonly Step[]): void {
    for (const step of steps) {
      this.#apply(step);
      for (const item of itemsOf(step)) this.#items.add(item);
    }
  }

  #apply(step: Step): void {
    if (step.do === "count") {
      accumulate(this.deltas, step.entries, step.sign);
    } else if (step.do === "take") {
      this.taken.set(step.original_id, withRefunded(this.taken.get(step.original_id), step.taken));
    } else if (step.do === "consign") {
      this.consignments.set(step.id, step.sum);
    } else if (step.do === "link") {
      this.links.push(step);
      this.gains.set(step.original_id, (this.gains.get(step.original_id) ?? 0) + 1);
    } else {
      const id = step.record.event_id;
      const pinned = step.pinned === true || this.writes.get(id)?.pinned === true;
      this.writes.set(id, { record: step.record, pinned });
    }
  }
}
