import type { TransactWriteCommandInput, UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Key } from "../table/keys.ts";
import { dynamo } from "./client.ts";
import { TransactWriteCommand, UpdateCommand } from "./commands.ts";
import { ShardChoice, type SpreadKey } from "./shard-choice.ts";
import { Spread } from "./sharded-counter.ts";

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
