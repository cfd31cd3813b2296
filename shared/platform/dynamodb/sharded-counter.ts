import type { TransactWriteCommandInput, UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Key } from "../table/keys.ts";
import { dynamo } from "./client.ts";

/** Maximum number of shards of a hot sum. Writers spread over the shards; readers add up the existing ones. */
export const SHARDS = 8;

/** Time after a collision in which writers are expected to collide again. */
const HOT_MS = 15 * 60_000;

/** Maximum number of hot sums in memory; the oldest is dropped first. */
const MOST_HOT = 5_000;

/**
 * A worker's memory of sums that several writers change concurrently.
 * A sum has one shard until writers collide. Each collision doubles its shards, up to `SHARDS`, because a reader pays
 * for every shard that was ever written. Dropping a sum from memory is harmless: readers always add up all shards.
 */
export class Spread {
  readonly #hot = new Map<string, { readonly shards: number; readonly until: number }>();
  readonly #now: () => number;

  /** @param now a clock in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns the number of shards from which the next writer of this sum chooses. */
  shardsOf(name: string): number {
    const hot = this.#hot.get(name);
    return hot && hot.until > this.#now() ? hot.shards : 1;
  }

  /** Records that writers collided at this sum. */
  collided(name: string): void {
    const shards = Math.min(SHARDS, this.shardsOf(name) * 2);
    // Reinserts the sum at the end of the map, because the oldest entry is dropped first.
    this.#hot.delete(name);
    this.#hot.set(name, { shards, until: this.#now() + HOT_MS });
    if (this.#hot.size > MOST_HOT) this.#hot.delete(this.#hot.keys().next().value as string);
  }
}

/** The key of a shard item; `sk` ends in the number of the shard. */
type ShardKey = { readonly pk: string; readonly sk: string };

/** Chooses the shard of a sum for one write attempt. `keyIn` returns the key for a shard number. */
export type SpreadKey = (keyIn: (shard: number) => ShardKey) => ShardKey;

/**
 * Threshold of sums in a batch. Two larger batches that collide come from neighbouring parts of one file and probably
 * have most of their sums in common.
 */
const FEW_SUMS = 8;

/** The shards that one write attempt chooses, and the collisions that it records on failure. */
export class ShardChoice {
  readonly #spread: Spread;
  readonly #at: number;
  readonly #taken: Set<string>;
  /** The sum of each chosen key. */
  readonly #sums = new Map<string, string>();

  /**
   * @param at from 0 to 1. One number selects the shard of all sums of the attempt: transactions with ten common hot
   *   sums then collide as rarely as those with one.
   * @param taken shards of attempts that are sent at the same time; the choice avoids and adds to them
   */
  constructor(spread: Spread, at: number, taken = new Set<string>()) {
    this.#spread = spread;
    this.#at = at;
    this.#taken = taken;
  }

  readonly key: SpreadKey = (keyIn) => {
    const sum = textOf(keyIn(0));
    let shard = Math.floor(this.#at * this.#spread.shardsOf(sum));
    while (this.#taken.has(textOf(keyIn(shard)))) shard = (shard + 1) % SHARDS;
    const key = keyIn(shard);
    this.#taken.add(textOf(key));
    this.#sums.set(textOf(key), sum);
    return key;
  };

  /** Gives the chosen shards free for attempts that are sent later. */
  release(): void {
    for (const key of this.#sums.keys()) this.#taken.delete(key);
  }

  /** Records that another writer held these items, so that the next attempt has more shards to choose from. */
  learn(held: readonly ShardKey[]): void {
    const sums = held.map((key) => this.#sums.get(textOf(key))).filter((sum) => sum !== undefined);
    // DynamoDB does not guarantee that a cancellation names all conflicting items.
    const all = sums.length > 0 && this.#sums.size > FEW_SUMS;
    for (const sum of all ? this.#sums.values() : sums) this.#spread.collided(sum);
  }
}

const textOf = ({ pk, sk }: ShardKey): string => `${pk} ${sk}`;

export type Action = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** This process's memory of hot sums, for all accounts. */
const spread = new Spread(() => performance.now());

/**
 * Writes all actions in one transaction; `actionsOf` chooses the shards of its sums.
 * Records the collisions of a failed attempt. A caller that retries chooses from more shards. A caller that sends fewer
 * than `SHARDS` transactions at the same time passes one set of `taken` shards to all of them.
 */
export async function writeTogether(
  actionsOf: (spreadKey: SpreadKey) => Action[],
  taken?: Set<string>,
): Promise<void> {
  const choice = new ShardChoice(spread, Math.random(), taken);
  const actions = actionsOf(choice.key);
  try {
    await dynamo.send(new TransactWriteCommand({ TransactItems: actions }));
  } catch (error) {
    const reasons = (error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons;
    const held = actions.filter((_, n) => reasons?.[n]?.Code === "TransactionConflict");
    choice.learn(held.flatMap(({ Update }) => (Update ? [Update.Key as Key] : [])));
    throw error;
  } finally {
    choice.release();
  }
}

/** Updates one sum outside a transaction. The SDK has already retried conflicts with a transaction. */
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
