import { referredId } from "../../ledger/commit/moves.ts";
import type { Beside, EventRecord } from "../../ledger/events/event-record.ts";
import { submissionsBehind } from "../../ledger/events/submission.ts";

/**
 * What in a stored event contradicts itself, a line each. The fingerprint answers for all that its caller has
 * sent; of what the service has added, only what contradicts the rest shows (docs/decisions/0150).
 */
export function recordFaults(
  record: EventRecord,
  { original }: Beside,
  fingerprintOf: (value: unknown) => string,
): string[] {
  const { event_id, fingerprint } = record;
  const isAsSent = submissionsBehind(record).some((sent) => fingerprintOf(sent) === fingerprint);
  const isCounted = referredId(record) === undefined || (original?.links ?? 0) > 0;
  return [
    ...(isAsSent
      ? []
      : [`${event_id} is not what was sent: its fingerprint is that of other content`]),
    ...(isCounted
      ? []
      : [`${record.original_event_id} does not count ${event_id} among what refers to it`]),
    ...historyFaults(record),
  ];
}

/** Each decision starts from the one before it, and the last one is what stands. */
function historyFaults({ event_id, classification_status, classification_history }: EventRecord) {
  const last = classification_history.at(-1);
  const isChained = classification_history.every(
    ({ from }, n) => n === 0 || from === classification_history[n - 1]?.to,
  );
  const stands = last === undefined || last.to === classification_status;
  return isChained && stands
    ? []
    : [
        `${event_id} is ${classification_status}, which does not follow from its classification_history`,
      ];
}
