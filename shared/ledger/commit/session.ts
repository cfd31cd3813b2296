import type { EventId, LedgerId } from "../../core/ids.ts";
import type { Boundaries } from "../../vat/schemes/registration-segments.ts";
import {
  type ConsignmentSum,
  consignmentIdOf,
  EMPTY_CONSIGNMENT,
  mayTip,
} from "../events/consignments.ts";
import {
  type EventRecord,
  type EventState,
  type LedgerView,
  NO_EVENT,
} from "../events/event-record.ts";
import { isNearSale, isRefund, refundedTotalOf, withRefunded } from "../events/links.ts";
import { loadConsignments, loadEventStates, loadLinks } from "../events/store-events.ts";
import { MOVES_PER_WRITE, referredId } from "./plan.ts";
import type { WritePlan } from "./write-plan.ts";

/**
 * The view that a request has of the ledger. Entries are loaded once and updated with the writes of the request itself.
 * A stale read is safe, because every write is conditioned on the entries that were read. After a failed write, these
 * entries are discarded and read again.
 */
export class LedgerSession implements LedgerView {
  readonly ledger: LedgerId;
  readonly boundaries: Boundaries;
  readonly #slots: Map<EventId, EventState>;
  readonly #linked = new Map<EventId, readonly EventId[]>();
  readonly #consignments = new Map<string, ConsignmentSum>();

  /** @param states entries that were read before, strongly consistent */
  constructor(
    ledger: LedgerId,
    boundaries: Boundaries,
    states: Iterable<readonly [EventId, EventState]> = [],
  ) {
    this.ledger = ledger;
    this.boundaries = boundaries;
    this.#slots = new Map(states);
  }

  state(eventId: EventId): EventState {
    return this.#slots.get(eventId) ?? NO_EVENT;
  }

  linked(eventId: EventId): readonly EventId[] {
    return this.#linked.get(eventId) ?? [];
  }

  consignment(id: string): ConsignmentSum {
    return this.#consignments.get(id) ?? EMPTY_CONSIGNMENT;
  }

  /** Loads the entries needed to commit these events: their own, their originals, and the events that wait for them. */
  async prepare(records: readonly EventRecord[]): Promise<void> {
    const own = records.map((record) => record.event_id);
    const originals = records.map(referredId).filter((id) => id !== undefined);
    await this.load([...own, ...originals]);
    for (const id of own) {
      if (!this.state(id).event) await this.loadLinked(id);
    }
    for (const id of new Set(originals)) {
      if (this.#mayBeExceeded(id, records)) await this.loadLinked(id);
    }
    await this.loadConsignments(records);
    await this.loadMembers(records.filter(({ event_id }) => !this.state(event_id).event));
  }

  /** True if these events, or only the first of them, may refund more of a sale than was sold. */
  #mayBeExceeded(id: EventId, records: readonly EventRecord[]): boolean {
    const { event, taken_back } = this.state(id);
    if (!event) return false;
    const more = records.filter((event) => event.original_event_id === id && isRefund(event));
    const most = more
      .map(refundedTotalOf)
      .reduce((sum, amounts) => withRefunded(sum, amounts), taken_back ?? {});
    return isNearSale(event, most);
  }

  async load(ids: readonly EventId[]): Promise<void> {
    const unknown = ids.filter((id) => !this.#slots.has(id));
    for (const [id, state] of await loadEventStates(this.ledger, unknown))
      this.#slots.set(id, state);
  }

  /** Loads as many of the events that refer to this loaded event as one transaction can move. */
  async loadLinked(eventId: EventId): Promise<void> {
    if (this.#linked.has(eventId) || this.state(eventId).links === 0) return;
    const { ids } = await loadLinks(this.ledger, eventId, MOVES_PER_WRITE);
    await this.load(ids);
    this.#linked.set(eventId, ids);
  }

  async loadConsignments(records: readonly EventRecord[]): Promise<void> {
    const ids = new Set(records.map(consignmentIdOf).filter((id) => id !== undefined));
    const unknown = [...ids].filter((id) => !this.#consignments.has(id));
    const loaded = await loadConsignments(this.ledger, unknown);
    for (const id of unknown) this.#consignments.set(id, loaded.get(id) ?? EMPTY_CONSIGNMENT);
  }

  /**
   * If these events may take a consignment above the limit or below it again, loads its other sales with the events
   * that refer to them. Loads nothing if a transaction cannot move that many.
   */
  async loadMembers(records: readonly EventRecord[]): Promise<void> {
    for (const [id, own] of Map.groupBy(records, consignmentIdOf)) {
      const sum = id === undefined ? undefined : this.consignment(id);
      if (!sum || sum.members.size > MOVES_PER_WRITE || !mayTip(sum, own)) continue;
      const members = [...sum.members.keys()];
      await this.load(members);
      for (const member of members) await this.loadLinked(member);
    }
  }

  /**
   * Applies a write plan that is not written. The store has no links of such a plan, so the existing links are loaded
   * first.
   */
  async adoptUnwritten(plan: WritePlan): Promise<void> {
    for (const id of new Set(plan.links.map((link) => link.original_id))) {
      await this.loadLinked(id);
    }
    this.adopt(plan);
  }

  /** Applies a write plan that was written. */
  adopt(plan: WritePlan): void {
    for (const id of new Set(plan.links.map((link) => link.original_id))) {
      const allKnown = this.#linked.has(id) || this.state(id).links === 0;
      if (allKnown) this.#linked.set(id, plan.linked(id));
    }
    const states = plan.touched().map((id) => [id, plan.state(id)] as const);
    for (const [id, state] of states) this.#slots.set(id, state);
    for (const [id, sum] of plan.consignments) this.#consignments.set(id, sum);
  }

  /**
   * Discards the entries that a failed plan was built on, because they were stale. This includes entries that the plan
   * did not change, such as another refund of a sale. An empty entry is kept: a write to an empty key is conditioned on
   * the key being empty.
   */
  forget(plan: WritePlan, records: readonly EventRecord[]): void {
    const stale = new Set([...plan.touched(), ...records.map((record) => record.event_id)]);
    for (const [id, { event, links, undone }] of this.#slots) {
      if (event || undone || links > 0 || stale.has(id)) this.#slots.delete(id);
    }
    this.#linked.clear();
    this.#consignments.clear();
  }
}
