import type { EventId } from "../../core/ids.ts";
import { exclusionFields, periodKeyOf } from "../../vat/schemes/schemes.ts";
import { treatmentOf } from "../../vat/schemes/supply-event.ts";
import { type FindDeclared, NOT_DECLARED } from "../events/declared-in.ts";
import type { EventRecord } from "../events/event-record.ts";
import { checksOn, linkFields } from "../events/links.ts";

/** Returns the item of one event in the response of a commit. */
export function committedItem(
  record: EventRecord,
  status: "committed" | "duplicate",
  declared = NOT_DECLARED,
) {
  const { link_status, ...reason } = linkFields(record);
  return {
    event_id: record.event_id,
    status,
    classification_status: record.classification_status,
    classification_reasons: [...record.classification_reasons],
    period: periodKeyOf(record),
    link_status,
    treatment: treatmentOf(record),
    ...reason,
    checks: checksOn(record),
    ...exclusionFields(record),
    ...declared,
  };
}

/**
 * Returns the response items in request order. An event of this request is "committed" once; any other was there
 * before. A rejected event has no item. Without `finder`, nobody reads where the events are declared.
 */
export async function committedItems(
  stored: readonly (EventRecord | undefined)[],
  commitId: string,
  finder?: ReturnType<FindDeclared>,
) {
  const declared = await Promise.all(stored.map((record) => record && finder?.of(record)));
  const answered = new Set<EventId>();
  return stored.map((record, at) => {
    if (!record) return undefined;
    const first = record.commit_id === commitId && !answered.has(record.event_id);
    answered.add(record.event_id);
    return committedItem(record, first ? "committed" : "duplicate", declared[at]);
  });
}
