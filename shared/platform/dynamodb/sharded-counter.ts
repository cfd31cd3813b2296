import type { TransactWriteCommandInput, UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Key } from "../table/keys.ts";
import { dynamo } from "./client.ts";

/** Writers spread over at most this many copies of a hot sum; readers add up those that there are. */
export const SHARDS = 8;

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

export type Action = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** What this worker knows of the sums that it writes, of whatever account. */
const spread = new Spread(() => performance.now());

/**
 * Writes all actions or none; `actionsOf` chooses the shards of its sums. After a failure it is called
 * anew, by whoever tries again, and chooses among more of them.
 */
export async function writeTogether(actionsOf: (spreadKey: SpreadKey) => Action[]): Promise<void> {
  const choice = new ShardChoice(spread, Math.random());
  const actions = actionsOf(choice.key);
  try {
    await dynamo.send(new TransactWriteCommand({ TransactItems: actions }));
  } catch (error) {
    const reasons = (error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons;
    const held = actions.filter((_, n) => reasons?.[n]?.Code === "TransactionConflict");
    choice.learn(held.flatMap(({ Update }) => (Update ? [Update.Key as Key] : [])));
    throw error;
  }
}

/** Updates one sum by itself; where a transaction held it, the SDK has tried again already. */
export async function updateSpread(
  updateOf: (spreadKey: SpreadKey) => UpdateCommandInput,
): Promise<void> {
  const choice = new ShardChoice(spread, Math.random());
  const update = updateOf(choice.key);
  try {
    await dynamo.send(new UpdateCommand(update));
  } catch (error) {
    const isHeld = error instanceof Error && error.name === "TransactionConflictException";
    if (isHeld) choice.learn([update.Key as Key]);
    throw error;
  }
}
