import type { IsoDate } from "../../core/calendar/dates.ts";
import { type Fault, renderFaults } from "../../core/errors/errors.ts";
import { readAs } from "../../core/errors/field-errors.ts";
import type { EventId, LedgerId } from "../../core/ids.ts";
import type { PartialCommitResult, RejectedItem } from "../events/schema.ts";
import { futureDateFaults, SubmittedEvent } from "../events/schema.ts";
import { type Committing, commitAccepted, type RejectedEvent } from "./commit-events.ts";
import { eventIdAt } from "./event-id-at.ts";

/** An event of a request. `at` is its position there. */
type ReadableItem = { readonly event: SubmittedEvent; readonly at: string };

/** An event of a request, or the reason why it cannot be read. */
export type ItemRead = ReadableItem | { readonly refused: RejectedItem };

/** Reads the events of a body separately. An event without a source gets the one of the X-Source-ID header. */
export function itemsRead(
  body: unknown,
  today: IsoDate,
  sourceTag: string | undefined,
): ItemRead[] {
  const { events } = body as { readonly events?: readonly unknown[] | undefined };
  return (events ?? [body]).map((given, index) => {
    const at = events ? `events.${index}.` : "";
    const read = readAs(SubmittedEvent, given);
    const late = futureDateFaults(given, today);
    if (read.success && late.length === 0) {
      const { data: event } = read;
      return { event: { ...event, source_id: event.source_id ?? sourceTag }, at };
    }
    const event_id = eventIdAt(given, "") ?? null;
    const faults = [...(read.success ? [] : read.faults), ...late];
    return { refused: rejectedItem(event_id, { code: "invalid_request", faults }, at) };
  });
}

export const readableItems = (given: readonly ItemRead[]): ReadableItem[] =>
  given.filter((item) => "event" in item);

/** Limits of the faults in a response. 100 characters identify a field name, even for 500 events. */
const TOLD = { most: 10, longestField: 100 };

function rejectedItem(
  event_id: EventId | null,
  { code, faults }: RejectedEvent,
  at: string,
): RejectedItem {
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
    faults: renderFaults(placed, TOLD),
  };
}

type PartialCommitItem = PartialCommitResult["items"][number];

/**
 * Returns the result of each event of a request, in its order. `committed` and `rejected` are of the readable events, by
 * their position among these.
 */
export function partialResult(
  given: readonly ItemRead[],
  committed: readonly (PartialCommitItem | undefined)[],
  rejected: ReadonlyMap<number, RejectedEvent>,
): PartialCommitResult {
  const results = new Map<ItemRead, PartialCommitItem | undefined>(
    readableItems(given).map((item, place) => {
      const why = rejected.get(place);
      return [item, why ? rejectedItem(item.event.event_id, why, item.at) : committed[place]];
    }),
  );
  const items = given.map((item) =>
    "refused" in item ? item.refused : (results.get(item) as PartialCommitItem),
  );
  const counts = { committed: 0, duplicate: 0, conflict: 0, rejected: 0 };
  for (const { status } of items) counts[status] += 1;
  return { items, counts };
}

/**
 * Commits the events of a request that can be committed, and returns a result for each item in request order. A
 * rejected event does not affect the others.
 * @throws DomainError `not_ready`
 */
export async function commitPartially(
  ledger: LedgerId,
  given: readonly ItemRead[],
  now: Date,
  committing: Pick<Committing, "dry_run" | "findDeclared">,
): Promise<PartialCommitResult> {
  const events = readableItems(given).map(({ event }) => event);
  const rejected = new Map<number, RejectedEvent>();
  const note = (found: ReadonlyMap<number, RejectedEvent>) => {
    for (const [place, why] of found) rejected.set(place, why);
  };
  const committed =
    events.length === 0 ? [] : await commitAccepted(ledger, events, now, note, committing);
  return partialResult(given, committed, rejected);
}
