import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { awaitCallerCheck, backOff, CALL_TIMEOUTS, patience } from "../calls.ts";
import { RATE_LIMIT_ITEM } from "../table/items.ts";
import type { Key, StartKey } from "../table/keys.ts";

/**
 * Returns region and credentials from the environment, where Lambda provides them for the life of the process.
 * Without these settings the SDK looks for them in configuration files at the first call.
 */
function settingsOfEnvironment() {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, ...env } = process.env;
  const region = env["AWS_REGION"];
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY || !region || env["AWS_PROFILE"]) return {};
  const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  const session = AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {};
  return {
    region,
    credentials: { ...credentials, ...session },
    retryMode: "standard",
    useFipsEndpoint: env["AWS_USE_FIPS_ENDPOINT"] === "true",
    useDualstackEndpoint: env["AWS_USE_DUALSTACK_ENDPOINT"] === "true",
  };
}

const endpoint = process.env["DYNAMODB_ENDPOINT"];

/** The settings of DynamoDB clients. The SDK itself reads AWS_ENDPOINT_URL_DYNAMODB and AWS_ENDPOINT_URL. */
export const TABLE_CALLS = {
  maxAttempts: 4,
  requestHandler: CALL_TIMEOUTS,
  ...settingsOfEnvironment(),
  ...(endpoint ? { endpoint } : {}),
};

/** Parses integers beyond 2^53 as BigInt, so that a sum does not lose its last digits. */
function exactNumber(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) || !/^-?\d+$/.test(text) ? number : BigInt(text);
}

/** The commands that change nothing. */
const READS = new Set(["GetItemCommand", "BatchGetItemCommand", "QueryCommand", "ScanCommand"]);

function newDocumentClient(): DynamoDBDocumentClient {
  const client = new DynamoDBClient(TABLE_CALLS);
  // Nothing reads its log, but for each call it copies the whole input and output.
  client.middlewareStack.remove("loggerMiddleware");
  client.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        await awaitCallerCheck({ isRead: READS.has(commandName) });
        return next(args);
      },
    { step: "initialize", name: "awaitCallerCheck" },
  );
  // DynamoDB rejects a plain write that conflicts with a transaction, so the SDK may safely retry it.
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        if (error instanceof TransactionConflictException) Object.assign(error, { $retryable: {} });
        throw error;
      }
    },
    { step: "finalizeRequest", priority: "low", name: "retryTransactionConflicts" },
  );
  return DynamoDBDocumentClient.from(client, {
    // Metadata may have a key `constructor`; without this option the SDK takes the object for a class instance.
    marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true },
    unmarshallOptions: { wrapNumbers: exactNumber },
  });
}

/** The only DynamoDB client. The SDK retries throttled plain calls; callers retry cancelled transactions. */
export const dynamo = newDocumentClient();

/** The single table; its keys are in keys.ts. */
export const tableName = (): string => {
  const name = process.env["TABLE_NAME"];
  if (!name) throw new Error("TABLE_NAME is not set");
  return name;
};

/** Maximum number of rows per page. The local engine slows down without a limit, and AWS ends a page at 1 MB. */
export const PAGE_LIMIT = 4000;

/** The parameters of a query, independent of its page. */
type Query = Omit<QueryCommandInput, "TableName" | "ExclusiveStartKey">;

type Item = Record<string, unknown>;

/** Reads one page of a query after the key `after`, with at most PAGE_LIMIT rows by default. */
export async function queryPage(query: Query, after?: StartKey) {
  const {
    Items = [],
    LastEvaluatedKey,
    ScannedCount = 0,
  } = await dynamo.send(
    new QueryCommand({
      TableName: tableName(),
      Limit: PAGE_LIMIT,
      ...query,
      ExclusiveStartKey: after,
    }),
  );
  return { items: Items as Item[], next: LastEvaluatedKey as StartKey, scanned: ScannedCount };
}

/** Reads the pages of a query after the key `start` one after the other, each when the caller needs it. */
export async function* pages(query: Query, start?: StartKey): AsyncGenerator<Item[]> {
  let after = start;
  do {
    const { items, next } = await queryPage(query, after);
    yield items;
    after = next;
  } while (after);
}

export const queryAll = async (query: Query): Promise<Item[]> =>
  (await Array.fromAsync(pages(query))).flat();

/** Maximum number of keys that DynamoDB accepts in one request. */
const KEYS_PER_BATCH = 100;

/** Number of concurrent batches; covers the largest request. */
const READS_AT_ONCE = 6;

/** Reads the existing items with these keys, strongly consistent, in no particular order. */
export async function batchGet(keys: readonly Key[]): Promise<Item[]> {
  const items: Item[] = [];
  const batches = batchesOf(keys);
  for (let at = 0; at < batches.length; at += READS_AT_ONCE) {
    const some = batches.slice(at, at + READS_AT_ONCE).map((batch) => getSome(batch, true));
    items.push(...(await Promise.all(some)).flat());
  }
  return items;
}

/**
 * Reads a few items of different kinds in one call, strongly consistent.
 * @returns a function from a key to its item
 */
export async function getTogether(keys: readonly Key[]): Promise<(key: Key) => Item | undefined> {
  const found = new Map((await batchGet(keys)).map((item) => [nameOf(item), item]));
  return (key) => found.get(nameOf(key));
}

/**
 * Reads the existing items with these keys, eventually consistent, at half the price of `batchGet` and with all batches
 * concurrently. Reads missing items again with strong consistency, since they may be too new. Meant for jobs that
 * process many items.
 */
export async function batchGetSoon(keys: readonly Key[]): Promise<Item[]> {
  const items = (await Promise.all(batchesOf(keys).map((some) => getSome(some, false)))).flat();
  if (items.length === keys.length) return items;
  const found = new Set(items.map(nameOf));
  return [...items, ...(await batchGet(keys.filter((key) => !found.has(nameOf(key)))))];
}

const nameOf = ({ pk, sk }: Item): string => JSON.stringify([pk, sk]);

const batchesOf = (keys: readonly Key[]): Key[][] =>
  Array.from({ length: Math.ceil(keys.length / KEYS_PER_BATCH) }, (_, n) =>
    keys.slice(n * KEYS_PER_BATCH, (n + 1) * KEYS_PER_BATCH),
  );

async function getSome(keys: Item[], ConsistentRead: boolean): Promise<Item[]> {
  const items: Item[] = [];
  const giveUpAt = patience();
  let pending = keys;
  for (let n = 0; pending.length > 0; n += 1) {
    // The leftover keys were throttled; an immediate retry would be throttled again.
    if (n > 0) await backOff(n, giveUpAt);
    const { Responses, UnprocessedKeys } = await dynamo.send(
      new BatchGetCommand({
        RequestItems: { [tableName()]: { Keys: pending, ConsistentRead } },
      }),
    );
    items.push(...(Responses?.[tableName()] ?? []));
    pending = UnprocessedKeys?.[tableName()]?.Keys ?? [];
  }
  return items;
}

/** Maximum number of items that DynamoDB accepts in one request. */
const ITEMS_PER_BATCH = 25;

/** Number of concurrent batches. Callers write beside other calls, and more would only wait for these. */
const WRITES_AT_ONCE = 2;

/** Writes items without conditions, concurrently and each one separately, in as few calls as possible. */
export async function batchPut(items: readonly Item[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(items.length / ITEMS_PER_BATCH) }, (_, n) =>
    items.slice(n * ITEMS_PER_BATCH, (n + 1) * ITEMS_PER_BATCH),
  );
  for (let at = 0; at < batches.length; at += WRITES_AT_ONCE) {
    await Promise.all(batches.slice(at, at + WRITES_AT_ONCE).map(putSome));
  }
}

async function putSome(items: readonly Item[]): Promise<void> {
  const giveUpAt = patience();
  let pending = items.map((Item) => ({ PutRequest: { Item } }));
  for (let n = 0; pending.length > 0; n += 1) {
    // The leftover items were throttled; an immediate retry would be throttled again.
    if (n > 0) await backOff(n, giveUpAt);
    const { UnprocessedItems } = await dynamo.send(
      new BatchWriteCommand({ RequestItems: { [tableName()]: pending } }),
    );
    const left = UnprocessedItems?.[tableName()] ?? [];
    pending = left.flatMap(({ PutRequest }) =>
      PutRequest?.Item ? [{ PutRequest: { Item: PutRequest.Item } }] : [],
    );
  }
}

/** Returns the response of a conditional write; undefined if its condition failed. */
export async function ifConditionHolds<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/**
 * Returns the response of a conditional write, undefined if its condition failed, and "own" if it failed on this very
 * write: the SDK sends a write again whose response was lost. Such a write sets an attribute that only it has, and
 * requests ALL_OLD of the item in its way.
 */
export async function orOwn<T>(
  write: Promise<T>,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<T | "own" | undefined> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item?.[name]?.S === value ? "own" : undefined;
  }
}

type Limit = {
  /** Maximum number of calls in the window. */
  readonly calls: number;
  /** The end of the window, in epoch seconds. */
  readonly ends_at: number;
};

/**
 * Counts a call in a window of time, in one conditional write: of any number of concurrent calls, exactly `calls` pass.
 * A finished window is never read again, whether or not it was deleted.
 * @returns false if the window is used up
 */
export async function countWithin(
  Key: Key,
  { calls, ends_at }: Limit,
  abortSignal?: AbortSignal,
): Promise<boolean> {
  const command = new UpdateCommand({
    TableName: tableName(),
    Key,
    UpdateExpression: "ADD calls :one SET expires_at = :end, schema_version = :version",
    ConditionExpression: "attribute_not_exists(calls) OR calls < :limit",
    ExpressionAttributeValues: {
      ":one": 1,
      ":end": ends_at,
      ":limit": calls,
      ":version": RATE_LIMIT_ITEM.version,
    },
  });
  const write = dynamo.send(command, abortSignal ? { abortSignal } : {});
  return (await ifConditionHolds(write)) !== undefined;
}
