import { tableName } from "../../platform/dynamodb/client.ts";
import { queryAll } from "../../platform/dynamodb/read.ts";
import { type Key, talliesOf, tallyKeyOf } from "../../platform/table/keys.ts";
import { SCHEMA_VERSIONS } from "../../platform/table/schema-versions.ts";
import { attributeOf, sumIn, VERSION_ATTRIBUTE } from "./attribute-names.ts";
import { type Delta, mergeShards, type Tally } from "./sum.ts";

/** The update that adds a delta to its tally, in the shard of this key; `writes` counts the updates. */
export function tallyUpdate(key: Key, delta: Delta) {
  const amounts = [...delta.amounts].filter(([, amount]) => amount !== 0);
  const names = amounts.map(([name], i) => [`#a${i}`, attributeOf(name)] as const);
  const values = amounts.map(([, amount], i) => [`:a${i}`, amount] as const);
  return {
    TableName: tableName(),
    Key: key,
    UpdateExpression: `SET #version = :version ADD #writes :one, ${amounts.map((_, i) => `#a${i} :a${i}`).join(", ")}`,
    ExpressionAttributeNames: {
      "#version": VERSION_ATTRIBUTE,
      "#writes": attributeOf("writes"),
      ...Object.fromEntries(names),
    },
    ExpressionAttributeValues: {
      ":version": SCHEMA_VERSIONS.tally,
      ":one": 1,
      ...Object.fromEntries(values),
    },
  };
}

/**
 * All sums of a book, read strongly: what was committed before the call is in them. Costs about
 * one read unit for 45 shards, however many events they sum.
 */
export async function loadTallies(account: string, book: string): Promise<Tally[]> {
  const shards = await queryAll({ ...talliesOf(account, book), ConsistentRead: true });
  return mergeShards(shards.map(shardOf));
}

/** Every attribute of a tally but its key and its version is a sum. */
const NO_SUMS: ReadonlySet<string> = new Set(["pk", "sk", VERSION_ATTRIBUTE]);

function shardOf(item: Record<string, unknown>) {
  const amounts: Record<string, bigint> = {};
  for (const attribute of Object.keys(item)) {
    if (NO_SUMS.has(attribute)) continue;
    const name = sumIn(attribute);
    const amount = exact(item[attribute]);
    const other = amounts[name];
    amounts[name] = other === undefined ? amount : other + amount;
  }
  return { key: tallyKeyOf(String(item["sk"])), amounts };
}

function exact(sum: unknown): bigint {
  if (typeof sum === "bigint" || typeof sum === "number") return BigInt(sum);
  throw new TypeError("a tally holds something that is not a number");
}
