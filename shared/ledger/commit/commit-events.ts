import { randomUUID } from "node:crypto";
import type * as z from "zod";
import { noteSourceTags } from "../../accounts/store-sources.ts";
import { dayOf } from "../../core/calendar/dates.ts";
import { DomainError, type Fault, summaryOf } from "../../core/errors/errors.ts";
import { fingerprintOf } from "../../core/hash.ts";
import type { EventId, LedgerId } from "../../core/ids.ts";
import { patience, withRetries } from "../../platform/calls.ts";
import { type Boundaries, boundariesOf } from "../../vat/schemes/registration-segments.ts";
import { simulateFollowUps } from "../calculate/dry-run-follow-ups.ts";
import { followNames } from "../calculate/resolve-calculation-refs.ts";
import {
  type ConsignmentSum,
  consignmentIdOf,
  overfullFault,
  withMember,
} from "../events/consignments.ts";
import type { FindDeclared } from "../events/declared-in.ts";
import type { EventRecord, EventState, LedgerView } from "../events/event-record.ts";
import type { CommitRequest, SubmittedEvent } from "../events/schema.ts";
import { formsOf, sentOf, submissionOf } from "../events/submission.ts";
import { newRecord } from "../events/submit-event.ts";
import { noteEvents } from "../recount/store-recounts.ts";
import { propagateConsignment, propagateToRefunds } from "./change-event.ts";
import { committedItems } from "./committed-items.ts";
import { type Completed, completedEvents } from "./complete-events.ts";
import { bySums, planBatch, planBatches, referredId } from "./plan.ts";
import { LedgerSession } from "./session.ts";
import { loadCommitContext, writePlans } from "./store-write.ts";
import type { WritePlan } from "./write-plan.ts";

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
  const taken = new Map<EventId, EventRecord>();
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
  record: EventRecord,
  holder: EventRecord | undefined,
  undone: EventRecord | undefined,
): boolean =>
  (holder !== undefined && !isRepeat(record, holder)) || undone?.commit_id === record.commit_id;

/** True if the record has the content of a stored event, whose fingerprint may be that of an older form. */
const isRepeat = (record: EventRecord, { fingerprint }: EventRecord): boolean =>
  record.fingerprint === fingerprint ||
  formsOf(sentOf(record)).some((form) => fingerprintOf(form) === fingerprint);

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

type Confirm = (view: LedgerView) => void;

type Posting = {
  /** Everything is planned as in a real commit, and nothing is written. */
  readonly dry_run?: boolean | undefined;
  /** Entries of the ledger that were read before, strongly consistent. */
  readonly known?: ReadonlyMap<EventId, EventState>;
  /** Called before the writes of a turn, with the entries that they are conditional on. It throws if they rule them out. */
  readonly confirm?: Confirm | undefined;
  /** Receives the records that cannot be committed. If it does not throw, the other records are committed. */
  readonly onRejected: (refused: ReadonlyMap<EventRecord, RejectedEvent>) => void;
};

/** Commits all records or none. */
const REFUSING: Posting = {
  onRejected: (refused) => {
    throw errorOfEvents(new Map([...refused.values()].entries()));
  },
};

/**
 * Commits events, each once, with their sums and links, in as few transactions as possible. Returns the stored records
 * in the given order; undefined for a rejected record. A record with another `commit_id` was there before. Errors are
 * found before anything is written, except conflicts with a concurrent writer.
 * @throws DomainError `event_conflict` if an id belongs to other content, `invalid_request` if a consignment is full,
 * unless `onRejected` handles them.
 */
export async function postEvents(
  ledger: LedgerId,
  boundaries: Boundaries,
  records: readonly EventRecord[],
  posting: Posting = REFUSING,
): Promise<(EventRecord | undefined)[]> {
  const session = new LedgerSession(ledger, boundaries, posting.known);
  const refused = new Set<EventRecord>();
  const work: PlannedWork = { session, posting, refused };
  await session.load(records.map((record) => record.event_id));
  await session.loadConsignments(records);
  leaveOut(work, records);
  const giveUpAt = patience();
  for (let pending = bySums(acceptedOf(work, records)); pending.length > 0; ) {
    await withRetries(() => commitSome(work, pending), giveUpAt);
    pending = acceptedOf(work, pending).filter((event) => !session.state(event.event_id).event);
  }
  if (posting.dry_run) await simulateFollowUps(session, acceptedOf(work, records));
  const last = posting.dry_run ? session : await settled(session, acceptedOf(work, records));
  return records.map((record) =>
    refused.has(record) ? undefined : last.state(record.event_id).event,
  );
}

type PlannedWork = {
  readonly session: LedgerSession;
  readonly posting: Posting;
  readonly refused: Set<EventRecord>;
};

/** Returns the records that are not refused. Called for all records with each transaction, and mostly none is refused. */
const acceptedOf = ({ refused }: PlannedWork, records: readonly EventRecord[]): EventRecord[] =>
  refused.size === 0 ? [...records] : records.filter((record) => !refused.has(record));

/** Leaves out the records that the ledger cannot take, as far as its state is known. */
function leaveOut(
  { session, posting, refused }: PlannedWork,
  records: readonly EventRecord[],
): void {
  const found = rejectedAmong(session, records);
  if (found.size === 0) return;
  posting.onRejected(found);
  for (const record of found.keys()) refused.add(record);
}

/** Moves the events that did not fit into the transactions of these records. Returns a session with the result. */
async function settled(
  session: LedgerSession,
  records: readonly EventRecord[],
): Promise<LedgerSession> {
  const { ledger, boundaries } = session;
  const ids = records.map((record) => record.event_id);
  const concerned = [...ids, ...records.map(referredId).filter((id) => id !== undefined)];
  // A failed write has discarded the entries of earlier successful writes as well.
  await session.load(concerned);
  await session.loadConsignments(records);
  const unpropagated = [...new Set(concerned)].filter((id) => session.state(id).event?.propagating);
  const consignments = [...new Set(records.map((record) => consignmentIdOf(record) ?? ""))];
  const tipped = consignments.filter((id) => session.consignment(id).propagating);
  if (unpropagated.length === 0 && tipped.length === 0) return session;
  for (const id of unpropagated) await propagateToRefunds(ledger, boundaries, id);
  for (const id of tipped) await propagateConsignment(ledger, boundaries, id);
  // Propagation may have moved events of this request as well, so the response needs their new state.
  const after = new LedgerSession(ledger, boundaries);
  await after.load(ids);
  return after;
}

/** Commits as many of the first `pending` records as one transaction takes, and those that can be sent with them. */
async function commitSome(work: PlannedWork, pending: readonly EventRecord[]): Promise<void> {
  const { session, posting } = work;
  await session.prepare(pending);
  leaveOut(work, pending);
  posting.confirm?.(session);
  const accepted = acceptedOf(work, pending);
  if (posting.dry_run) await session.adoptUnwritten(planBatch(session, accepted));
  else await write(session, planBatches(session, accepted), pending);
}

async function write(
  session: LedgerSession,
  plans: Iterable<WritePlan>,
  records: readonly EventRecord[],
): Promise<void> {
  const { sent, written, failed } = await writePlans(session.ledger, plans);
  for (const plan of written) session.adopt(plan);
  if (failed?.status !== "rejected") return;
  for (const plan of sent) session.forget(plan, records);
  throw failed.reason;
}

/** Returns the events of a request; an event without a source gets the one of the X-Source-ID header. */
export function submittedEvents(
  body: z.output<typeof CommitRequest>,
  sourceTag: string | undefined,
): SubmittedEvent[] {
  const events = "events" in body ? body.events : [body];
  return events.map((event) => ({ ...event, source_id: event.source_id ?? sourceTag }));
}

export type Committing = {
  /** The id of the commit. Events stored under the same id are treated as its own earlier work. */
  readonly commit_id?: string;
  /** Nothing is written; the response is the one of a real commit. */
  readonly dry_run?: boolean | undefined;
  /** Finds the returns that declare the events; left out where nobody reads that. */
  readonly findDeclared?: FindDeclared | undefined;
  /** Throws if the state of the ledger rules out what the events were decided by. */
  readonly confirm?: Confirm;
  /** Maps a field of an event to its name in the request. */
  readonly placeOf?: PlaceOf;
};

/**
 * Commits events: loads profile, sources and registrations, builds the records and stores them with their sums. Returns
 * the results in request order.
 * @throws DomainError `event_conflict`, `invalid_request` for a consignment that is full, `not_ready`
 */
export async function commitEvents(
  ledger: LedgerId,
  events: readonly SubmittedEvent[],
  now: Date,
  { placeOf, ...committing }: Committing = {},
) {
  const refuse = (refused: ReadonlyMap<number, RejectedEvent>) => {
    throw errorOfEvents(refused, placeOf);
  };
  const items = await commitAccepted(ledger, events, now, refuse, committing);
  return items.filter((item) => item !== undefined);
}

/**
 * Commits the events that the ledger can take. Reports the others to `onRejected` by their position; unless it throws,
 * the other events are committed. A rejected event has no result.
 * @throws DomainError `not_ready`
 */
export async function commitAccepted(
  ledger: LedgerId,
  events: readonly SubmittedEvent[],
  now: Date,
  onRejected: (refused: ReadonlyMap<number, RejectedEvent>) => void,
  { commit_id = randomUUID(), dry_run, confirm, findDeclared }: Omit<Committing, "placeOf"> = {},
) {
  if (!dry_run) await noteEvents(ledger, events);
  const context = await loadCommitContext(ledger, {
    eventIds: events.flatMap(idsOf),
    sources: events.some(({ source_id }) => source_id !== undefined),
  });
  const completed = await completedEvents(ledger, events, context.states);
  const faulty = faultyAmong(completed);
  if (faulty.size > 0) onRejected(faulty);
  const records = recordsOf(completed, context, { commit_id, committed_at: now.toISOString() });
  const { items: registrations } = context.registrations;
  const boundaries = boundariesOf(registrations);
  const finder = findDeclared?.(ledger, registrations, now);
  finder?.expect(records.filter((record) => record !== undefined));
  const posted = await postPlaced(ledger, boundaries, records, {
    dry_run,
    confirm,
    known: context.states,
    onRejected: (refused) => onRejected(byPlace(refused, records)),
  });
  if (dry_run) return committedItems(posted, commit_id, finder);
  const stored = await followNames(
    ledger,
    boundaries,
    posted.filter((record) => record !== undefined),
  );
  const last = new Map(stored.map((record) => [record.event_id, record]));
  await noteSourceTags(
    ledger,
    events.filter((_, at) => posted[at]).map((event) => event.source_id),
    dayOf(now),
  );
  return committedItems(
    posted.map((record) => record && last.get(record.event_id)),
    commit_id,
    finder,
  );
}

const faultyAmong = (completed: readonly Completed[]): Map<number, RejectedEvent> =>
  new Map(
    [...completed.entries()].flatMap(([at, one]): [number, RejectedEvent][] =>
      "faults" in one ? [[at, { code: "invalid_request", faults: one.faults }]] : [],
    ),
  );

/** Returns the record of each event; undefined for one that could not be completed. */
function recordsOf(
  completed: readonly Completed[],
  { profile, rates, sources }: Awaited<ReturnType<typeof loadCommitContext>>,
  commit: Pick<EventRecord, "commit_id" | "committed_at">,
): (EventRecord | undefined)[] {
  const sourceOf = new Map(sources.items.map((item) => [item.source_key, item]));
  return completed.map((one) => {
    if ("faults" in one) return undefined;
    const source = sourceOf.get(one.event.source_id ?? "");
    const fingerprint = fingerprintOf(submissionOf(one.event));
    return newRecord(one.event, { profile, rates, source, ...commit, fingerprint });
  });
}

/** Posts the records of a request; one that is missing has no result. */
async function postPlaced(
  ledger: LedgerId,
  boundaries: Boundaries,
  records: readonly (EventRecord | undefined)[],
  posting: Posting,
): Promise<(EventRecord | undefined)[]> {
  const readable = records.filter((record) => record !== undefined);
  const posted = await postEvents(ledger, boundaries, readable, posting);
  const results = new Map(readable.map((record, n) => [record, posted[n]]));
  return records.map((record) => record && results.get(record));
}

/** Returns the ids to load for an event: its own, and that of the sale it refers to. */
const idsOf = ({ event_id, original_event_id }: SubmittedEvent): EventId[] =>
  [event_id, original_event_id].filter((id) => id !== undefined);

const byPlace = (
  refused: ReadonlyMap<EventRecord, RejectedEvent>,
  records: readonly (EventRecord | undefined)[],
): Map<number, RejectedEvent> =>
  new Map([...refused].map(([record, why]) => [records.indexOf(record), why]));
