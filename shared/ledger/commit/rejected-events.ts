import { DomainError, type Fault } from "../../core/errors/errors.ts";
import { summaryOf } from "../../core/errors/render-error.ts";
import {
  type ConsignmentSum,
  consignmentIdOf,
  overfullFault,
  withMember,
} from "../events/consignments.ts";
import type { EventRecord, LedgerView } from "../events/event-record.ts";

/** The reason why the ledger rejects an event. Field names are those of the event. */
export type RejectedEvent = {
  readonly code: "event_conflict" | "invalid_request";
  readonly faults: readonly Fault[];
};

/**
 * Returns the records that the ledger cannot take in its current state, in the given order. These are the second of two
 * records with one id and different content, and a record that a full consignment has no room for.
 */
export function rejectedAmong(
  view: LedgerView,
  records: readonly EventRecord[],
): Map<EventRecord, RejectedEvent> {
  const refused = new Map<EventRecord, RejectedEvent>();
  const taken = new Map<string, EventRecord>();
  const sums = new Map<string, ConsignmentSum>();
  for (const record of records) {
    const { event_id } = record;
    const { event: holder = taken.get(event_id), undone } = view.state(event_id);
    if (isConflict(record, holder, undone)) refused.set(record, conflictOf(record));
    else if (!holder) {
      const overfull = takeInto(sums, view, record);
      if (overfull) refused.set(record, overfull);
      else taken.set(event_id, record);
    }
  }
  return refused;
}

/** True if the id belongs to other content. A late write of an import that was undone is a conflict as well. */
const isConflict = (
  { fingerprint, commit_id }: EventRecord,
  holder: EventRecord | undefined,
  undone: EventRecord | undefined,
): boolean =>
  (holder !== undefined && holder.fingerprint !== fingerprint) || undone?.commit_id === commit_id;

/** Adds a record to its consignment among `sums`, unless the consignment is full. */
function takeInto(
  sums: Map<string, ConsignmentSum>,
  view: LedgerView,
  record: EventRecord,
): RejectedEvent | undefined {
  const id = consignmentIdOf(record) ?? "";
  const before = sums.get(id) ?? view.consignment(id);
  const after = withMember(before, record);
  const overfull = overfullFault(id, before, after);
  if (!overfull) sums.set(id, after);
  const { event_id } = record;
  return overfull && { code: "invalid_request", faults: [{ ...overfull, event_id }] };
}

const conflictOf = ({ event_id }: EventRecord): RejectedEvent => ({
  code: "event_conflict",
  faults: [{ field: "event_id", event_id, message: `${event_id} is taken by other content` }],
});

export type PlaceOf = (at: number, field: string) => Pick<Fault, "field" | "event_id">;

/**
 * Builds the error of a whole request from its rejected events, by position. Conflicts come first, because other faults
 * may follow from a wrong id. `placeOf` returns the name of a field in the request, and the id under which the caller
 * knows the event, if it differs.
 */
export function errorOfEvents(
  refused: ReadonlyMap<number, RejectedEvent>,
  placeOf?: PlaceOf,
): DomainError {
  const isConflict = [...refused.values()].some(({ code }) => code === "event_conflict");
  const code = isConflict ? "event_conflict" : "invalid_request";
  const faults = [...refused]
    .filter(([, one]) => one.code === code)
    .flatMap(([at, one]) =>
      one.faults.map((fault) => ({ ...fault, ...placeOf?.(at, fault.field) })),
    );
  return new DomainError(code, isConflict ? storedIds(refused) : summaryOf(faults), faults);
}

function storedIds(refused: ReadonlyMap<number, RejectedEvent>): string {
  const taken = [...refused.values()].filter(({ code }) => code === "event_conflict");
  const ids = [...new Set(taken.flatMap(({ faults }) => faults.map(({ event_id }) => event_id)))];
  return `taken by other content: ${ids.slice(0, 5).join(", ")}${ids.length > 5 ? ", …" : ""}`;
}
