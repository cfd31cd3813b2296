import { fingerprintOf } from "../../../shared/core/hash.ts";
import type { EventId } from "../../../shared/core/ids.ts";
import {
  bySums,
  MOVES_PER_WRITE,
  planBatches,
  planChange,
  planCommit,
  planMember,
  planPropagation,
  planRepoint,
  referredId,
} from "../../../shared/ledger/commit/plan.ts";
import { type Step, WritePlan } from "../../../shared/ledger/commit/write-plan.ts";
import {
  type ConsignmentSum,
  consignmentIdOf,
  EMPTY_CONSIGNMENT,
  isExceeded,
} from "../../../shared/ledger/events/consignments.ts";
import {
  type EventRecord,
  type EventState,
  type LedgerView,
  NO_EVENT,
} from "../../../shared/ledger/events/event-record.ts";
import { reevaluate, undoneRecord } from "../../../shared/ledger/events/re-evaluate.ts";
import { reclassified } from "../../../shared/ledger/events/reclassify-event.ts";
import type { NewEvent } from "../../../shared/ledger/events/schema.ts";
import { newRecord } from "../../../shared/ledger/events/submit-event.ts";
import { effective } from "../../../shared/ledger/sums/sum.ts";
import {
  type Boundaries,
  NO_BOUNDARIES,
} from "../../../shared/vat/schemes/registration-segments.ts";
import { UNDESCRIBED } from "../../../shared/vat/seller/profile.ts";
import { BUILT_IN_RATES } from "../../make/built-in-rates.ts";

/** The store's part in memory: it carries out drafts as DynamoDB would, one after the other. */
export class MemoryLedger implements LedgerView {
  readonly events = new Map<string, EventState>();
  readonly links = new Map<string, EventId[]>();
  readonly tallies = new Map<string, Map<string, number>>();
  readonly consignments = new Map<string, ConsignmentSum>();
  largestTransaction = 0;
  boundaries: Boundaries;

  constructor(edges = NO_BOUNDARIES) {
    this.boundaries = edges;
  }

  state(id: string) {
    return this.events.get(id) ?? NO_EVENT;
  }

  consignment(id: string) {
    return this.consignments.get(id) ?? EMPTY_CONSIGNMENT;
  }

  linked(id: string) {
    return this.links.get(id) ?? [];
  }

  /** Without `whole` it dies before it has settled what is left over. */
  commit(events: readonly NewEvent[], { whole = true } = {}): void {
    const isMissing = ({ event_id }: EventRecord) => !this.state(event_id).event;
    let pending = events.map(recordOf);
    while (pending.length > 0) {
      const next = pending.find(isMissing);
      if (next) rejectLeap(this, planCommit(this, next));
      // The last goes first, as it may in DynamoDB.
      const drafts = [...planBatches(this, bySums(pending))];
      for (const draft of drafts.toReversed()) this.#carryOut(draft);
      pending = pending.filter(isMissing);
    }
    if (!whole) return;
    for (const { event_id } of events) this.#settleAround(event_id);
  }

  /** Settles what an event may have left over. */
  #settleAround(id: string): void {
    this.#settle(id);
    this.#settle(this.state(id).event?.original_event_id ?? "");
    this.#propagateConsignment(id);
  }

  reclassify(id: string, to: EventRecord["classification_status"]): void {
    const record = this.state(id).event;
    if (!record) return;
    const decided = reclassified(
      record,
      { at: "now", key_id: "key", note: "test", to },
      { fixed_establishments: [] },
    );
    if (decided === record) return;
    const draft = new WritePlan(this);
    draft.add(rejectLeap(this, planChange(draft, decided)));
    this.#carryOut(draft);
    this.#settleAround(id);
  }

  /** As a recount does to one event; `whole` as above. */
  recount(id: string, { whole = true } = {}): void {
    const record = this.state(id).event;
    if (!record) return;
    const originalId = referredId(record) ?? "";
    const original = this.state(originalId);
    const consignment = this.consignment(consignmentIdOf(record) ?? "");
    const context = { original, consignment };
    const settings = { profile: UNDESCRIBED, rates: BUILT_IN_RATES };
    const today = reevaluate(record, context, { boundaries: this.boundaries, ...settings });
    if (today !== record) {
      const draft = new WritePlan(this);
      draft.add(rejectLeap(this, planChange(draft, today)));
      this.#carryOut(draft);
    }
    if (whole) this.#settleAround(id);
  }

  /** Repoints a non-sale from the name of a calculation to a part of it. */
  repoint(id: string, to: string): void {
    const draft = new WritePlan(this);
    draft.add(
      rejectLeap(this, planRepoint(draft, this.state(id).event as EventRecord, to as EventId)),
    );
    this.#carryOut(draft);
    this.#settle(to);
  }

  /** As the undo of an import does: the event counts in no sum, its id is free again, and its link stays. */
  undo(id: string): void {
    const draft = new WritePlan(this);
    const undone = undoneRecord(this.state(id).event as EventRecord, { at: "now", key_id: "key" });
    draft.add(rejectLeap(this, planChange(draft, undone)));
    this.#carryOut(draft);
    this.#settleAround(id);
    const { event, ...rest } = this.state(id);
    this.events.set(id, { ...rest, undone: event });
  }

  #propagateConsignment(eventId: string): void {
    const event = this.state(eventId).event;
    const id = (event && consignmentIdOf(event)) ?? "";
    const sum = this.consignment(id);
    if (!sum.propagating) return;
    for (const member of sum.members.keys()) {
      const draft = new WritePlan(this);
      draft.add(rejectLeap(this, planMember(draft, member, isExceeded(sum)) ?? []));
      this.#carryOut(draft);
      this.#settle(member);
    }
    this.consignments.set(id, { ...sum, propagating: undefined });
  }

  #settle(id: string): void {
    const original = this.state(id).event;
    if (!original?.propagating) return;
    const ids = this.links.get(id) ?? [];
    for (let at = 0; at < ids.length; at += MOVES_PER_WRITE) {
      const page = ids.slice(at, at + MOVES_PER_WRITE);
      const draft = new WritePlan(this);
      const children = page.map((one) => this.state(one).event as EventRecord);
      draft.add(rejectLeap(this, planPropagation(draft, original, children)));
      this.#carryOut(draft);
    }
    this.events.set(id, { ...this.state(id), event: { ...original, propagating: undefined } });
  }

  #carryOut(draft: WritePlan): void {
    const touched = draft.touched();
    const deltas = effective(draft.deltas.values());
    const context = draft.links.length + draft.consignments.size;
    const size = touched.length + context + deltas.length;
    this.largestTransaction = Math.max(this.largestTransaction, size);
    for (const [id, slot] of touched.map((one) => [one, draft.state(one)] as const)) {
      rejectOlder(id, this.state(id), slot);
      this.events.set(id, slot);
    }
    for (const [id, sum] of draft.consignments) this.consignments.set(id, sum);
    for (const { original_id, event_id } of draft.links) {
      this.links.set(original_id, [...(this.links.get(original_id) ?? []), event_id]);
    }
    for (const delta of deltas) {
      const id = `${delta.partition} ${delta.key}`;
      const sums = this.tallies.get(id) ?? new Map<string, number>();
      this.tallies.set(id, sums);
      for (const [name, amount] of delta.amounts) sums.set(name, (sums.get(name) ?? 0) + amount);
    }
  }
}

/**
 * Conditions of writes and the journal stand on versions: each write of an event raises its version, and one that writes
 * only what is counted beside it keeps it.
 */
function rejectOlder(id: string, seen: EventState, planned: EventState): void {
  const [before = 0, after = 0] = [seen.event?.version, planned.event?.version];
  const isSame = seen.event === planned.event;
  if (isSame ? after !== before : after <= before) {
    throw new Error(`${id}: version ${after} is written over version ${before}`);
  }
}

/** The law of versions, step by step: each write of an event raises its version by one. */
function rejectLeap(seen: LedgerView, steps: Step[]): Step[] {
  for (const step of steps) {
    if (step.do !== "write") continue;
    const { event_id, version } = step.record;
    const { event, undone } = seen.state(event_id);
    const before = (event ?? undone)?.version ?? 0;
    if (version !== before + 1) throw new Error(`${event_id}: version ${version} after ${before}`);
  }
  return steps;
}

export const recordOf = (event: NewEvent): EventRecord =>
  newRecord(event, {
    profile: UNDESCRIBED,
    rates: BUILT_IN_RATES,
    commit_id: "commit",
    committed_at: "2026-01-01T00:00:00.000Z",
    fingerprint: fingerprintOf(event),
  });
