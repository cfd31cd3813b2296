import { DomainError } from "./errors.ts";
import { summaryOf } from "./render-error.ts";

/** The refusal with the id of its event in every fault that has none, as far as `eventIdAt` finds one. */
export function namedRefusal(
  refusal: DomainError,
  eventIdAt: (field: string) => string | undefined,
): DomainError {
  const { code, message, details = [], cause, retryAfterSeconds } = refusal;
  if (details.length === 0) return refusal;
  const named = details.map((fault) => {
    const event_id = fault.event_id ?? eventIdAt(fault.field);
    return event_id === undefined ? fault : { ...fault, event_id };
  });
  const isSummary = message === summaryOf(details);
  return new DomainError(code, isSummary ? summaryOf(named) : message, named, {
    cause,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
