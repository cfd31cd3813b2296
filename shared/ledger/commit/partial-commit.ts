import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Fault } from "../../core/errors/errors.ts";
import { readAs } from "../../core/errors/field-errors.ts";
import { renderFaults } from "../../core/errors/render-error.ts";
import { futureDateFaults } from "../events/event-rules.ts";
import { NewEvent } from "../events/schema.ts";
import { commitAccepted } from "./commit-events.ts";
import { eventIdAt } from "./event-id-at.ts";
import type { RejectedEvent } from "./rejected-events.ts";
import type { PartialCommitResult, RejectedItem } from "./schema.ts";

/** An event of a request, or the reason why it cannot be read. */
type ItemRead =
  | { readonly event: NewEvent; readonly at: string }
  | { readonly refused: RejectedItem };

/**
 * Reads the events of a body separately. An event without a source gets the one of the X-Source-ID header. `at` is the
 * position of an event in the request.
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
    return { refused: rejectedItem(event_id, { code: "invalid_request", faults }, at) };
  });
}

/** Limits of the faults in a response. 100 characters identify a field name, even for 500 events. */
const TOLD = { most: 10, longestField: 100 };

function rejectedItem(
  event_id: string | null,
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

/** Counts the items by status. */
function countsOf(items: PartialCommitResult["items"]): PartialCommitResult["counts"] {
  const counts = { committed: 0, duplicate: 0, conflict: 0, rejected: 0 };
  for (const { status } of items) counts[status] += 1;
  return counts;
}

type PartialCommitItem = PartialCommitResult["items"][number];

/**
 * Commits the events of a request that can be committed, and returns a result for each item in request order. A
 * rejected event does not affect the others.
 * @throws DomainError `not_ready`
 */
export async function commitPartially(
  account: string,
  given: readonly ItemRead[],
  now: Date,
  dry_run: boolean,
): Promise<PartialCommitResult> {
  const readable = given.filter((item) => "event" in item);
  const refused = new Map<ItemRead, RejectedItem>();
  const committed =
    readable.length === 0
      ? []
      : await commitAccepted(
          account,
          readable.map(({ event }) => event),
          now,
          (found) => {
            for (const [place, why] of found) {
              const item = readable[place];
              if (item) refused.set(item, rejectedItem(item.event.event_id, why, item.at));
            }
          },
          { dry_run },
        );
  const answers = new Map(readable.map((item, place) => [item as ItemRead, committed[place]]));
  const items = given.map(
    (item): PartialCommitItem =>
      "refused" in item
        ? item.refused
        : ((answers.get(item) ?? refused.get(item)) as PartialCommitItem),
  );
  return { items, counts: countsOf(items) };
}
