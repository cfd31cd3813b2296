import { DomainError, type Fault } from "./errors.ts";
import { summaryOf } from "./render-error.ts";

/** The refusal of a request that is well formed but cannot be computed, and which fields are at fault. */
export const invalidRequest = (faults: readonly Fault[]): DomainError =>
  new DomainError("invalid_request", summaryOf(faults), faults);

/** @throws DomainError `invalid_request` with every fault, when there is one. */
export function refuseFaulty(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalidRequest(faults);
}
