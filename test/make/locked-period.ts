import type { RunningSum } from "../../shared/ledger/sums/sum.ts";
import type { Covered } from "../../shared/returns/compute/compute.ts";
import type { LockedPeriod } from "../../shared/returns/locks/locked-period.ts";
import { newLock } from "../../shared/returns/locks/snapshot.ts";
import { computedReturn } from "./return-input.ts";

/** Stands for a SHA-256: the same for equal values, another for others, and legible in a failure. */
export const legibleHash = (value: unknown): string => JSON.stringify(value);

/** The first lock of an account, made of these sums: a return to Sweden for 2025-Q3. */
export const makeLock = (
  tallies: readonly RunningSum[] = [],
  of: Covered = computedReturn(tallies),
): LockedPeriod => ({
  ...newLock(of, {
    exports: [],
    bridge: { lines: [], unknown: [] },
    changes_seen: 0,
    content_sha256: "0".repeat(64),
    lock_id: "lock-1",
    locked_at: "2025-10-02T10:00:00.000Z",
    locked_by: "key-1",
  }),
  previous: null,
  sha256: "1".repeat(64),
});
