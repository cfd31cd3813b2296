import { commitAccepted } from "./commit-events.ts";
import { type ItemRead, partialResult, readableItems } from "./partial-items.ts";
import type { RejectedEvent } from "./rejected-events.ts";
import type { PartialCommitResult } from "./schema.ts";

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
  const events = readableItems(given).map(({ event }) => event);
  const rejected = new Map<number, RejectedEvent>();
  const note = (found: ReadonlyMap<number, RejectedEvent>) => {
    for (const [place, why] of found) rejected.set(place, why);
  };
  const committed =
    events.length === 0 ? [] : await commitAccepted(account, events, now, note, { dry_run });
  return partialResult(given, committed, rejected);
}
