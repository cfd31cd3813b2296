import type * as z from "zod";
import type { EventRecord } from "../events/event-record.ts";
import { committedItem } from "../events/record.ts";
import type { CommitRequest, NewEvent } from "../events/schema.ts";

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
export function committedItems(stored: readonly (EventRecord | undefined)[], commitId: string) {
  const answered = new Set<string>();
  return stored.map((record) => {
    if (!record) return undefined;
    const first = record.commit_id === commitId && !answered.has(record.event_id);
    answered.add(record.event_id);
    return committedItem(record, first ? "committed" : "duplicate");
  });
}
