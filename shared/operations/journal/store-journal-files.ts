import {
  BatchGetItemCommand,
  DescribeTableCommand,
  DynamoDBClient,
  QueryCommand,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import type { IsoDate } from "../../core/calendar/dates.ts";
import { sha256Of } from "../../core/hash.ts";
import { dynamo, PAGE_LIMIT, TABLE_CALLS, tableName } from "../../platform/dynamodb/client.ts";
import { retainUntil } from "../../platform/retention.ts";
import { filesInOrder, journalBucketName, s3 } from "../../platform/s3/client.ts";
import { putNew, readFile } from "../../platform/s3/write-once.ts";
import { INDEX, type Key } from "../../platform/table/keys.ts";
import type { ListedFile } from "../audit/evidence.ts";
import { CHECKPOINTS, type JournalFile, streamName } from "./journal-file.ts";
import type { AttributeMap } from "./journal-record.ts";

/**
 * Stores a file of the journal. An existing file with this name is the same file, because the name contains a hash of
 * its content.
 */
export async function putJournalFile({ key, body, lastAt }: JournalFile, now: Date): Promise<void> {
  const Body = Buffer.from(body);
  const retain_until = retainUntil({ lastDay: lastAt.slice(0, 10) as IsoDate }, now);
  const file = { bucket: journalBucketName(), key, Body, retain_until };
  const content_type = "application/x-ndjson";
  const sha256 = sha256Of(Body);
  await putNew(s3, { ...file, content_type, size_bytes: Body.length, sha256 }, now);
}

/** Yields the files of an account, or all files, in the order of reading. Checkpoints are no files of the journal. */
export async function* journalFiles(owner?: string): AsyncGenerator<ListedFile> {
  const files = filesInOrder(journalBucketName(), owner === undefined ? "" : `${owner}/`);
  for await (const file of files) if (!file.key.startsWith(`${CHECKPOINTS}/`)) yield file;
}

/** Lists the files of an account, or all files, in the order of reading. */
export const listJournalFiles = (owner?: string): Promise<ListedFile[]> =>
  Array.fromAsync(journalFiles(owner));

export const readJournalFile = (key: string) => readFile(key, undefined, journalBucketName());

/** Returns the name of the table's stream; undefined if it is switched off. */
export async function streamOfTable(): Promise<string | undefined> {
  const { Table } = await dynamo.send(new DescribeTableCommand({ TableName: tableName() }));
  const isOn = Table?.StreamSpecification?.StreamEnabled === true;
  return isOn ? streamName(Table?.LatestStreamLabel ?? "") : undefined;
}

/*
 * Reads items in the table's own form, in which numbers keep all digits. For operators with a profile of their own: no
 * function reads like this.
 */

const typedClient = new DynamoDBClient(TABLE_CALLS);
// Nothing reads its log, but for each call it copies the whole input and output.
typedClient.middlewareStack.remove("loggerMiddleware");

type Page = {
  readonly Items?: object[] | undefined;
  readonly LastEvaluatedKey?: object | undefined;
};

async function* pagesOf(ask: (after: object) => Promise<Page>): AsyncGenerator<AttributeMap[]> {
  let after: object | undefined;
  do {
    const page = await ask(after ? { ExclusiveStartKey: after } : {});
    yield (page.Items ?? []) as AttributeMap[];
    after = page.LastEvaluatedKey;
  } while (after);
}

/** Yields the whole table, page by page; the cost grows with the size of the table. */
export const scanItems = (): AsyncGenerator<AttributeMap[]> =>
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

export const itemsOfPartition = (pk: string, index: boolean): AsyncGenerator<AttributeMap[]> =>
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
export async function* itemsAt(keys: readonly Key[]): AsyncGenerator<AttributeMap[]> {
  for (let first = 0; first < keys.length; first += KEYS_AT_ONCE) {
    let wanted = keys
      .slice(first, first + KEYS_AT_ONCE)
      .map(({ pk, sk }): TypedKey => ({ pk: { S: pk }, sk: { S: sk } }));
    while (wanted.length > 0) {
      const { Responses, UnprocessedKeys } = await askFor(wanted);
      yield (Responses?.[tableName()] ?? []) as object[] as AttributeMap[];
      wanted = (UnprocessedKeys?.[tableName()]?.Keys ?? []) as TypedKey[];
    }
  }
}

type TypedKey = Record<"pk" | "sk", { readonly S: string }>;

const askFor = (Keys: TypedKey[]) =>
  typedClient.send(
    new BatchGetItemCommand({ RequestItems: { [tableName()]: { Keys, ConsistentRead: true } } }),
  );
