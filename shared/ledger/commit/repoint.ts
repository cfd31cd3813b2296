import type { EventRecord, LedgerView } from "../events/event-record.ts";
import { takenBackBy, withTaken } from "../events/refunded-total.ts";
import { counted } from "./moves.ts";
import { planTaking } from "./plan.ts";
import type { Step } from "./step.ts";

/**
 * The steps that make a non-sale that waits under a name refer to the event `to` that the name stands
 * for, and take back of that. Its link under the name stays behind and moves nothing any more.
 */
export function planRepoint(view: LedgerView, waiting: EventRecord, to: string): Step[] {
  const { event_id, original_event_id: from = "", version, entries } = waiting;
  const taken = takenBackBy(waiting);
  const repointed = { ...waiting, original_event_id: to, version: version + 1 };
  const { link, steps } = planTaking(view, repointed, taken);
  const placed = counted({ ...repointed, link }, view);
  return [
    { do: "write", record: placed },
    { do: "count", entries, sign: -1 },
    { do: "count", entries: placed.entries, sign: 1 },
    { do: "link", original_id: to, event_id },
    ...(Object.keys(taken).length === 0
      ? []
      : [{ do: "take" as const, original_id: from, taken: withTaken({}, taken, -1) }]),
    ...steps,
  ];
}
