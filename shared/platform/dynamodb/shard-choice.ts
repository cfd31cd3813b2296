import type { Spread } from "./sharded-counter.ts";

/** The key of an item of a sum; `sk` ends in the shard. */
type ShardKey = { readonly pk: string; readonly sk: string };

/** Chooses the shard of a sum that one attempt writes to, of the keys that the sum has by shard. */
export type SpreadKey = (keyIn: (shard: number) => ShardKey) => ShardKey;

/** Two batches that meet at one of more sums than this share most of them: neighbours in one file. */
const FEW_SUMS = 8;

/** The shards that one attempt chooses, and what it learns of their sums when it fails. */
export class ShardChoice {
  readonly #spread: Spread;
  readonly #at: number;
  /** The sum of each key that was chosen. */
  readonly #sums = new Map<string, string>();

  /**
   * @param at from 0 to 1. One number decides on all sums of the attempt: transactions that share ten
   *   hot sums meet as rarely as those that share one.
   */
  constructor(spread: Spread, at: number) {
    this.#spread = spread;
    this.#at = at;
  }

  readonly key: SpreadKey = (keyIn) => {
    const sum = textOf(keyIn(0));
    const key = keyIn(Math.floor(this.#at * this.#spread.shardsOf(sum)));
    this.#sums.set(textOf(key), sum);
    return key;
  };

  /** Notes that another writer held these items; the next attempt has more shards to choose from. */
  learn(held: readonly ShardKey[]): void {
    const sums = held.map((key) => this.#sums.get(textOf(key))).filter((sum) => sum !== undefined);
    // It is not promised that a cancellation names all items that were held.
    const all = sums.length > 0 && this.#sums.size > FEW_SUMS;
    for (const sum of all ? this.#sums.values() : sums) this.#spread.collided(sum);
  }
}

const textOf = ({ pk, sk }: ShardKey): string => `${pk} ${sk}`;
