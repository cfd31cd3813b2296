import { DomainError } from "../../core/errors/errors.ts";
import type { Classification } from "../../vat/schemes/supply-event.ts";
import type { EventRecord } from "./event-record.ts";

const LONGEST_HISTORY = 100;

/**
 * The history is part of the event, whose size has a bound. The last of the hundred may have been a
 * slip, and would stand for good, so it can be taken back.
 * @throws DomainError `classification_limit_reached`
 */
export function refuseOneTooMany(
  { classification_history }: EventRecord,
  to: Classification,
): void {
  const { length } = classification_history;
  const isStepBack = length === LONGEST_HISTORY && classification_history.at(-1)?.from === to;
  if (length < LONGEST_HISTORY || isStepBack) return;
  const message = `an event is reclassified at most ${LONGEST_HISTORY} times, and once back`;
  throw new DomainError("classification_limit_reached", message);
}
