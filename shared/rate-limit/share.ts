import type { CallWindow, RateLimit } from "./window.ts";

/** What a process knows of an account's calls in a window. */
type Count = {
  /** All that it knows of: as the table last said, and its own. */
  known: number;
  /** Those of its own that no other process can know of yet. */
  unnoted: number;
};

/** What became of a call: whether it is too many, and how many are left after it. */
type Share = {
  readonly isUsedUp: boolean;
  readonly left: number;
  /** So many calls are to be noted in the table now; 0 for none. */
  readonly toNote: number;
};

/** A process keeps at most this part of a limit to itself. */
const UNNOTED_PART = 1 / 50;

/**
 * Counts the calls of accounts in the latest window. Each process counts for itself and notes what it has
 * counted every so often, so that most calls write nothing: of N processes, at most N fiftieths of the
 * limit get through above it.
 */
export function shareMemory() {
  let latest = "";
  let counts = new Map<string, Count>();
  const countOf = (account: string, { start }: CallWindow): Count => {
    if (start !== latest) counts = new Map();
    latest = start;
    const count = counts.get(account) ?? { known: 0, unnoted: 0 };
    counts.set(account, count);
    return count;
  };
  return {
    /** Counts a call, unless the share is used up: who is refused costs no further write. */
    take(account: string, { calls }: RateLimit, window: CallWindow): Share {
      const count = countOf(account, window);
      if (count.known >= calls) return { isUsedUp: true, left: 0, toNote: 0 };
      count.known += 1;
      count.unnoted += 1;
      const toNote = count.unnoted < calls * UNNOTED_PART ? 0 : count.unnoted;
      if (toNote > 0) count.unnoted = 0;
      return { isUsedUp: false, left: calls - count.known, toNote };
    },
    /** What the table says that all processes have noted. */
    learn(account: string, window: CallWindow, noted: number): void {
      if (window.start !== latest) return;
      const count = countOf(account, window);
      count.known = Math.max(count.known, noted + count.unnoted);
    },
  };
}
