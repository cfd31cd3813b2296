import type { EcbDay } from "./ecb-csv.ts";

/** A rate the ECB corrected after it was stored. */
type RateRevision = {
  readonly currency: string;
  readonly old_rate: string;
  readonly new_rate: string;
  readonly replaced_at: string;
};

/** A publication day as it is kept: `version` counts its writes, from 1. */
export type StoredEcbDay = EcbDay & {
  readonly revisions: readonly RateRevision[];
  readonly version: number;
};

/**
 * The next version of a day that takes in `loaded`, or undefined when it holds all of that already.
 * A currency that `loaded` does not name stays. The ECB does correct itself (the krone of 2025-10-23
 * was first 11.8529, then 11.5829), and a return made before must stay explicable: the old rate is kept.
 */
export function mergedDay(
  stored: StoredEcbDay | undefined,
  loaded: EcbDay,
  now: Date,
): StoredEcbDay | undefined {
  const before = stored ?? { day: loaded.day, rates: {}, revisions: [], version: 0 };
  const changed = Object.entries(loaded.rates).filter(
    ([currency, rate]) => before.rates[currency] !== rate,
  );
  if (changed.length === 0) return undefined;
  const revisions = changed.flatMap(([currency, new_rate]) => {
    const old_rate = before.rates[currency];
    const replaced_at = now.toISOString();
    return old_rate === undefined ? [] : [{ currency, old_rate, new_rate, replaced_at }];
  });
  return {
    day: loaded.day,
    rates: { ...before.rates, ...Object.fromEntries(changed) },
    revisions: [...before.revisions, ...revisions],
    version: before.version + 1,
  };
}
