import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Fault } from "../../core/errors/errors.ts";
import { readAs } from "../../core/errors/field-errors.ts";
import { toldFaults } from "../../core/errors/render-error.ts";
import { futureDateFaults } from "../events/event-rules.ts";
import { NewEvent } from "../events/schema.ts";
import { eventIdAt } from "./event-id-at.ts";
import type { RefusedEvent } from "./rejected-events.ts";
import type { CommittedApart, RefusedItem } from "./schema.ts";

/** An event of a request as it was read, or why it cannot be. */
export type ItemRead =
  | { readonly event: NewEvent; readonly at: string }
  | { readonly refused: RefusedItem };

/**
 * The events of a body, each read by itself. Those without a source take that of the X-Source-ID header.
 * `at` is where an event stands in the request.
 */
export function itemsRead(
  body: unknown,
  today: IsoDate,
  sourceTag: string | undefined,
): ItemRead[] {
  const { events } = body as { readonly events?: readonly unknown[] | undefined };
  return (events ?? [body]).map((given, index) => {
    const at = events ? `events.${index}.` : "";
    const read = readAs(NewEvent, given);
    const late = futureDateFaults(given, today);
    if (read.success && late.length === 0) {
      const { data: event } = read;
      return { event: { ...event, source_id: event.source_id ?? sourceTag }, at };
    }
    const event_id = eventIdAt(given, "") ?? null;
    const faults = [...(read.success ? [] : read.faults), ...late];
    return { refused: refusedItem(event_id, { code: "invalid_request", faults }, at) };
  });
}

/** A hundred characters of a name are enough to know it by, 500 times. */
const TOLD = { most: 10, longestField: 100 };

export function refusedItem(
  event_id: string | null,
  { code, faults }: RefusedEvent,
  at: string,
): RefusedItem {
  const placed = faults.map(
    ({ field, message }): Fault => ({
      field: `${at}${field}`.replace(/\.$/, ""),
      ...(event_id === null ? {} : { event_id }),
      message,
    }),
  );
  return {
    event_id,
    status: code === "event_conflict" ? "conflict" : "rejected",
    faults: toldFaults(placed, TOLD),
  };
}

/** How many items have each status. */
export function countsOf(items: CommittedApart["items"]): CommittedApart["counts"] {
  const counts = { committed: 0, duplicate: 0, conflict: 0, rejected: 0 };
  for (const { status } of items) counts[status] += 1;
  return counts;
}
