/** So many keys that were refused are remembered. */
const MOST_KEYS = 1_000;

/** For so long, in milliseconds: a key that is revoked meanwhile is told so after it. */
const REMEMBERED_MS = 1_000;

/**
 * Remembers whom a key stood for when it was refused for calling too often, so that the next call of a flood
 * need not read the key. Keys are given as hashes: none is kept.
 */
export function refusedKeys<Caller>() {
  const refused = new Map<string, { readonly caller: Caller; readonly until: number }>();
  return {
    add(keyHash: string, caller: Caller, now: number): void {
      const oldest = refused.size >= MOST_KEYS ? refused.keys().next().value : undefined;
      if (oldest !== undefined) refused.delete(oldest);
      refused.set(keyHash, { caller, until: now + REMEMBERED_MS });
    },
    callerOf(keyHash: string, now: number): Caller | undefined {
      const known = refused.get(keyHash);
      if (!known || (now < known.until && now >= known.until - REMEMBERED_MS)) return known?.caller;
      refused.delete(keyHash);
      return undefined;
    },
  };
}
