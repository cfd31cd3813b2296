import { randomUUID } from "node:crypto";
import type * as z from "zod";
import { noteSourceTags } from "../../accounts/store-sources.ts";
import { dayOf } from "../../core/calendar/iso-date.ts";
import { fingerprintOf } from "../../core/hash.ts";
import { boundariesOf } from "../../vat/schemes/registration-segments.ts";
import type { EventRecord } from "../events/event-record.ts";
import { committedItem, newRecord } from "../events/record.ts";
import type { CommitRequest, NewEvent } from "../events/schema.ts";
import { submissionOf } from "../events/submission.ts";
import { noteEvents } from "../recount/store-recounts.ts";
import { errorOfEvents, type PlaceOf, type RejectedEvent } from "./rejected-events.ts";
import { followNames } from "./resolve-calculation-refs.ts";
import { loadCommitContext } from "./store-commit-context.ts";
import { postEvents } from "./write-events.ts";

/** The events of a request; one without a source takes that of the X-Source-ID header. */
export function submittedEvents(
  body: z.output<typeof CommitRequest>,
  sourceTag: string | undefined,
): NewEvent[] {
  const events = "events" in body ? body.events : [body];
  return events.map((event) => ({ ...event, source_id: event.source_id ?? sourceTag }));
}

/**
 * The answers in request order: what this request has committed, once; the rest was there before. There
 * is none for what was refused.
 */
function committedItems(stored: readonly (EventRecord | undefined)[], commitId: string) {
  const answered = new Set<string>();
  return stored.map((record) => {
    if (!record) return undefined;
    const first = record.commit_id === commitId && !answered.has(record.event_id);
    answered.add(record.event_id);
    return committedItem(record, first ? "committed" : "duplicate");
  });
}

/** How events are committed, unless all of them or none. */
type Committing = {
  /** Of the commit; what was committed under the same one is its own work, begun before. */
  readonly commit_id?: string;
  /** Nothing is written, and the answer is what the commit's would be. */
  readonly dry_run?: boolean | undefined;
  /** What a field of an event is called in the request. */
  readonly placeOf?: PlaceOf;
};

/**
 * Commits events as the account stands: loads its profile, sources and registrations, makes records, saves them
 * with their sums, and answers for each in request order.
 * @throws DomainError `event_conflict`, `invalid_request` for a consignment that is full, `not_ready`
 */
export async function commitEvents(
  account: string,
  events: readonly NewEvent[],
  now: Date,
  { placeOf, ...committing }: Committing = {},
) {
  const refuse = (refused: ReadonlyMap<number, RejectedEvent>) => {
    throw errorOfEvents(refused, placeOf);
  };
  const items = await commitAccepted(account, events, now, refuse, committing);
  return items.filter((item) => item !== undefined);
}

/**
 * The same, but those that cannot be taken are told to `onRefused`, by their place: unless it throws, the others are
 * committed, and there is no answer for these.
 * @throws DomainError `not_ready`
 */
export async function commitAccepted(
  account: string,
  events: readonly NewEvent[],
  now: Date,
  onRejected: (refused: ReadonlyMap<number, RejectedEvent>) => void,
  { commit_id = randomUUID(), dry_run }: Omit<Committing, "placeOf"> = {},
) {
  if (!dry_run) await noteEvents(account, events);
  const { profile, registrations, sources, states } = await loadCommitContext(account, {
    eventIds: events.flatMap(idsOf),
    sources: events.some(({ source_id }) => source_id !== undefined),
  });
  const sourceOf = new Map(sources.items.map((item) => [item.source_key, item]));
  const records = events.map((event) =>
    newRecord(event, {
      profile,
      source: sourceOf.get(event.source_id ?? ""),
      commit_id,
      committed_at: now.toISOString(),
      fingerprint: fingerprintOf(submissionOf(event)),
    }),
  );
  const boundaries = boundariesOf(registrations.items);
  const posted = await postEvents(account, boundaries, records, {
    dry_run,
    known: states,
    onRejected: (refused) => onRejected(byPlace(refused, records)),
  });
  if (dry_run) return committedItems(posted, commit_id);
  const stored = await followNames(
    account,
    boundaries,
    posted.filter((record) => record !== undefined),
  );
  const last = new Map(stored.map((record) => [record.event_id, record]));
  await noteSourceTags(
    account,
    events.filter((_, at) => posted[at]).map((event) => event.source_id),
    dayOf(now),
  );
  return committedItems(
    posted.map((record) => record && last.get(record.event_id)),
    commit_id,
  );
}

/** Under which ids the ledger has to be asked for an event: its own, and that of the sale it refers to. */
const idsOf = ({ event_id, original_event_id }: NewEvent): string[] =>
  [event_id, original_event_id].filter((id) => id !== undefined);

const byPlace = (
  refused: ReadonlyMap<EventRecord, RejectedEvent>,
  records: readonly EventRecord[],
): Map<number, RejectedEvent> =>
  new Map([...refused].map(([record, why]) => [records.indexOf(record), why]));
