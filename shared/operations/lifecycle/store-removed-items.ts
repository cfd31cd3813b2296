import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { LedgerId } from "../../core/ids.ts";
import type { EventRecord } from "../../ledger/events/event-record.ts";
import { FREE_TEXT_FIELDS } from "../../ledger/events/field-uses.ts";
import { dynamo, pages, queryAll, tableName } from "../../platform/dynamodb/client.ts";
import { eventKey, INDEX, type Key } from "../../platform/table/keys.ts";

export type RemovedItem = Key & Readonly<Record<string, unknown>>;

const partition = (pk: string) => ({
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": pk },
  ConsistentRead: true,
});

/** Yields the keys of a partition, page by page. */
export async function* keysOfPartition(pk: string): AsyncGenerator<Key[]> {
  const query = { ...partition(pk), ProjectionExpression: "pk, sk" };
  for await (const items of pages(query)) yield items as Key[];
}

/** Maximum number of partitions read, and items deleted, at once. */
const AT_ONCE = 25;

/** Reads all items of these partitions, which are small, each partition once. */
export async function itemsOfPartitions(pks: readonly string[]): Promise<RemovedItem[]> {
  const found: RemovedItem[] = [];
  for (const some of groupsOf([...new Set(pks)])) {
    const items = await Promise.all(some.map((pk) => queryAll(partition(pk))));
    found.push(...(items.flat() as RemovedItem[]));
  }
  return found;
}

/** Number of listed items whose partitions are held in memory at once. */
const LISTED_AT_ONCE = 100;

/** Yields the items of an index partition, page by page. On AWS, deleted items may still be listed for a moment. */
export async function* listedItems(gsi1pk: string): AsyncGenerator<RemovedItem[]> {
  const query = {
    IndexName: INDEX,
    KeyConditionExpression: "gsi1pk = :pk",
    ExpressionAttributeValues: { ":pk": gsi1pk },
    Limit: LISTED_AT_ONCE,
  };
  for await (const items of pages(query)) yield items as RemovedItem[];
}

/** Deletes the items at these keys, existing or not. */
export async function removeItems(keys: readonly Key[]): Promise<void> {
  for (const some of groupsOf(keys)) {
    await Promise.all(
      some.map(({ pk, sk }) =>
        dynamo.send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } })),
      ),
    );
  }
}

const groupsOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, n) =>
    all.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  );

/**
 * Writes an event without its free text. Changes no other attribute, so concurrent changes of links and totals stay.
 * @returns false if the event was changed meanwhile
 */
export async function saveErased(ledger: LedgerId, erased: EventRecord): Promise<boolean> {
  const { event_id, classification_history, erased_at, fingerprint, version } = erased;
  const fields = Object.entries({
    ...Object.fromEntries(FREE_TEXT_FIELDS.map((field) => [field, erased[field]])),
    classification_history,
    erased_at,
    fingerprint,
    version,
  });
  const set = fields.filter(([, value]) => value !== undefined);
  const gone = fields.filter(([, value]) => value === undefined).map(([name]) => name);
  const expression = [
    `SET ${set.map(([name]) => `${name} = :${name}`).join(", ")}`,
    ...(gone.length > 0 ? [`REMOVE ${gone.join(", ")}`] : []),
  ];
  try {
    await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: eventKey(ledger, event_id),
        UpdateExpression: expression.join(" "),
        ConditionExpression: "version = :seen",
        ExpressionAttributeValues: {
          ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
          ":seen": version - 1,
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
