import { ZodError } from "zod";
import type { Difference } from "./audit.ts";

/** Metric with an alarm: the number of sums of an account that differ from its events. */
export const DRIFT_METRIC = "TallyDrift";

export type AuditFindings = {
  readonly differences: readonly Difference[];
  readonly stale_links: readonly string[];
  /** Events whose sum entries would differ under the current settings. */
  readonly stale_events: readonly string[];
  /** Impossible states, one per line, which show a change made outside the service. */
  readonly faults: readonly string[];
};

export const linesOf = ({
  differences,
  stale_links,
  stale_events,
  faults,
}: AuditFindings): string[] => [
  ...differences.map(
    ({ partition, key, amount, kept, recounted }) =>
      `${partition} ${key} ${amount}: kept ${kept}, recounted ${recounted}`,
  ),
  ...stale_links.map((event) => `link of ${event} is not up to date`),
  ...stale_events.map((event) => `${event} is not counted as today's rules would`),
  ...faults,
];

/**
 * Returns the findings of `second` at the same places as those of `first`. An audit reads sums and events one after the
 * other, so events that arrive meanwhile look like drift; real drift is found again.
 */
export function foundTwice(first: AuditFindings, second: AuditFindings): AuditFindings {
  const seen = new Set(first.differences.map(placeOf));
  const links = new Set(first.stale_links);
  const events = new Set(first.stale_events);
  const faults = new Set(first.faults);
  return {
    differences: second.differences.filter((difference) => seen.has(placeOf(difference))),
    stale_links: second.stale_links.filter((event) => links.has(event)),
    stale_events: second.stale_events.filter((event) => events.has(event)),
    faults: second.faults.filter((fault) => faults.has(fault)),
  };
}

const placeOf = ({ partition, key, amount }: Difference): string =>
  `${partition}\n${key}\n${amount}`;

/** Returns what was loaded for an audit. An item that cannot be read is a fault, and the audit goes on without it. */
export async function loadedOr<T>(
  what: string,
  load: () => Promise<T>,
  instead: T,
  faults: string[],
): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const isOfItem = [ZodError, SyntaxError, RangeError].some((kind) => error instanceof kind);
    if (!isOfItem) throw error;
    faults.push(`${what} cannot be read`);
    return instead;
  }
}
