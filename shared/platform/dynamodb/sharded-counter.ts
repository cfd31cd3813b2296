import { SHARDS } from "../../ledger/sums/sum.ts";

/** So long after a collision writers may be expected to meet again. */
const HOT_MS = 15 * 60_000;

/** More sums than this are not hot at once; what has been hot for longest is forgotten first. */
const MOST_HOT = 5_000;

/**
 * What a worker has learned of sums that several writers want at once. A sum has one shard until they
 * collide, and after each collision twice as many, up to `SHARDS`: a reader pays for every shard that
 * was ever written. Forgetting is harmless, since shards are added up whoever has written them.
 */
export class Spread {
  readonly #hot = new Map<string, { readonly shards: number; readonly until: number }>();
  readonly #now: () => number;

  /** @param now a clock in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Over how many shards the next writer of this sum chooses. */
  shardsOf(name: string): number {
    const hot = this.#hot.get(name);
    return hot && hot.until > this.#now() ? hot.shards : 1;
  }

  /** Notes that writers have met at this sum. */
  collided(name: string): void {
    const shards = Math.min(SHARDS, this.shardsOf(name) * 2);
    // Last in the order of the map, which is that of forgetting.
    this.#hot.delete(name);
    this.#hot.set(name, { shards, until: this.#now() + HOT_MS });
    if (this.#hot.size > MOST_HOT) this.#hot.delete(this.#hot.keys().next().value as string);
  }
}
