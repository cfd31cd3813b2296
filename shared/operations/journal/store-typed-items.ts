import {
  BatchGetItemCommand,
  DynamoDBClient,
  QueryCommand,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import { PAGE_LIMIT, TABLE_CALLS, tableName } from "../../platform/dynamodb/client.ts";
import { INDEX, type Key } from "../../platform/table/keys.ts";
import type { TypedItem } from "./journal-record.ts";

/*
 * Reads items in the table's own form, in which numbers keep all digits. For operators with a profile of their own: no
 * function reads like this.
 */

const typedClient = new DynamoDBClient(TABLE_CALLS);

type Page = {
  readonly Items?: object[] | undefined;
  readonly LastEvaluatedKey?: object | undefined;
};

async function* pagesOf(ask: (after: object) => Promise<Page>): AsyncGenerator<TypedItem[]> {
  let after: object | undefined;
  do {
    const page = await ask(after ? { ExclusiveStartKey: after } : {});
    yield (page.Items ?? []) as TypedItem[];
    after = page.LastEvaluatedKey;
  } while (after);
}

/** Yields the whole table, page by page; the cost grows with the size of the table. */
export const scanItems = (): AsyncGenerator<TypedItem[]> =>
  pagesOf((after) =>
    typedClient.send(
      new ScanCommand({
        TableName: tableName(),
        ConsistentRead: true,
        Limit: PAGE_LIMIT,
        ...after,
      }),
    ),
  );

/** Yields a partition of the table, or of the index. */
export const itemsOfPartition = (pk: string, index: boolean): AsyncGenerator<TypedItem[]> =>
  pagesOf((after) =>
    typedClient.send(
      new QueryCommand({
        TableName: tableName(),
        ...(index ? { IndexName: INDEX } : { ConsistentRead: true }),
        KeyConditionExpression: "#pk = :pk",
        ExpressionAttributeNames: { "#pk": index ? `${INDEX}pk` : "pk" },
        ExpressionAttributeValues: { ":pk": { S: pk } },
        Limit: PAGE_LIMIT,
        ...after,
      }),
    ),
  );

/** Maximum number of keys in one DynamoDB batch. */
const KEYS_AT_ONCE = 100;

/** Yields the existing items with these keys, read strongly consistent. */
export async function* itemsAt(keys: readonly Key[]): AsyncGenerator<TypedItem[]> {
  for (let first = 0; first < keys.length; first += KEYS_AT_ONCE) {
    let wanted = keys
      .slice(first, first + KEYS_AT_ONCE)
      .map(({ pk, sk }): TypedKey => ({ pk: { S: pk }, sk: { S: sk } }));
    while (wanted.length > 0) {
      const { Responses, UnprocessedKeys } = await askFor(wanted);
      yield (Responses?.[tableName()] ?? []) as object[] as TypedItem[];
      wanted = (UnprocessedKeys?.[tableName()]?.Keys ?? []) as TypedKey[];
    }
  }
}

type TypedKey = Record<"pk" | "sk", { readonly S: string }>;

const askFor = (Keys: TypedKey[]) =>
  typedClient.send(
    new BatchGetItemCommand({ RequestItems: { [tableName()]: { Keys, ConsistentRead: true } } }),
  );
