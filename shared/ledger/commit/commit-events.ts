import { randomUUID } from "node:crypto";
import type * as z from "zod";
import { noteSourceTags } from "../../accounts/store-sources.ts";
import { dayOf } from "../../core/calendar/iso-date.ts";
import { fingerprintOf } from "../../core/hash.ts";
import { boundariesOf } from "../../vat/schemes/registration-segments.ts";
import type { EventRecord } from "../events/event-record.ts";
import { committedItem, newRecord, submissionOf } from "../events/record.ts";
import type { CommitRequest, NewEvent } from "../events/schema.ts";
import { noteEvents } from "../recount/store-recounts.ts";
import { errorOfEvents, type PlaceOf, type RejectedEvent } from "./rejected-events.ts";
import { followNames } from "./resolve-calculation-refs.ts";
import { loadCommitContext } from "./store-commit-context.ts";
import { postEvents } from "./write-events.ts";

/** Returns the events of a request; an event without a source gets the one of the X-Source-ID header. */
export function submittedEvents(
  body: z.output<typeof CommitRequest>,
  sourceTag: string | undefined,
): NewEvent[] {
  const events = "events" in body ? body.events : [body];
  return events.map((event) => ({ ...event, source_id: event.source_id ?? sourceTag }));
}

/**
 * Returns the response items in request order. An event of this request is "committed" once; any other was there
 * before. A rejected event has no item.
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

/** Options of a commit. */
type Committing = {
  /** The id of the commit. Events stored under the same id are treated as its own earlier work. */
  readonly commit_id?: string;
  /** Nothing is written; the response is the one of a real commit. */
  readonly dry_run?: boolean | undefined;
  /** Maps a field of an event to its name in the request. */
  readonly placeOf?: PlaceOf;
};

/**
 * Commits events: loads profile, sources and registrations, builds the records and stores them with their sums. Returns
 * the results in request order.
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
 * Commits the events that the ledger can take. Reports the others to `onRejected` by their position; unless it throws,
 * the other events are committed. A rejected event has no result.
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

/** Returns the ids to load for an event: its own, and that of the sale it refers to. */
const idsOf = ({ event_id, original_event_id }: NewEvent): string[] =>
  [event_id, original_event_id].filter((id) => id !== undefined);

const byPlace = (
  refused: ReadonlyMap<EventRecord, RejectedEvent>,
  records: readonly EventRecord[],
): Map<number, RejectedEvent> =>
  new Map([...refused].map(([record, why]) => [records.indexOf(record), why]));
