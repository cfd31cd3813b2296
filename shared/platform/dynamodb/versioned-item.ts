import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import type { PutCommandInput } from "@aws-sdk/lib-dynamodb";
import { GetCommand, PutCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type * as z from "zod";
import { DomainError } from "../../core/errors/errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import { isRetryable } from "../calls.ts";
import { type ItemDefinition, versionOf } from "../table/item.ts";
import type { Key } from "../table/keys.ts";
import { dynamo, tableName } from "./client.ts";

/** A value that is one item, read and replaced as a whole; `version` is the number of writes so far. */
type Versioned = { readonly version: number };

/** The definition of a versioned value: its key, schema, and content before the first write. */
export type VersionedItem<T extends Versioned, Owner = LedgerId> = {
  /** Returns the key by the owner of the value; `undefined` is the owner of what the whole service has once. */
  readonly key: (owner: Owner) => Key;
  readonly schema: z.ZodType<T>;
  readonly empty: T;
  readonly definition: ItemDefinition;
  /** The name of the value in the error message for a caller whose change failed. */
  readonly name: string;
};

/** Reads the value with one strongly consistent read, which never sees part of a change. */
export async function loadVersioned<T extends Versioned, Owner>(
  item: VersionedItem<T, Owner>,
  owner: Owner,
): Promise<T> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: item.key(owner), ConsistentRead: true }),
  );
  return valueIn(item, Item);
}

/** Parses the stored item, or returns the empty value when there is none. */
export const valueIn = <T extends Versioned>(
  { schema, empty }: Pick<VersionedItem<T>, "schema" | "empty">,
  found: object | undefined,
): T => (found ? schema.parse(found) : empty);

const MOST_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1000;

/** A value that is written in one transaction with another value, because it depends on it. */
export type Follower<T extends Versioned, F extends Versioned, Owner = LedgerId> = {
  readonly item: VersionedItem<F, Owner>;
  /** Returns the change of the follower; undefined when this change does not affect the follower. */
  readonly after: (before: T, changed: T) => ((value: F) => F) | undefined;
};

type Addition = { readonly key: Key; readonly definition: ItemDefinition; readonly item: object };

/** The items that are added with a change, in the same transaction; undefined when this change adds none. */
export type Appended<T extends Versioned, Owner = LedgerId> = (
  owner: Owner,
  before: T,
  changed: T,
) => Addition | readonly Addition[] | undefined;

/** Additional writes in the transaction of a value. */
type Along<T extends Versioned, F extends Versioned, Owner> = {
  readonly follower?: Follower<T, F, Owner>;
  readonly appended?: Appended<T, Owner>;
};

/** The value after an update; `followed` is true if its follower was written in the same transaction. */
export type Updated<T> = { readonly value: T; readonly followed: boolean };

/**
 * Replaces the value by the result of `decide` and returns it.
 * Retries `decide` on the current value when another writer was faster. `decide` must be pure; its errors are thrown to
 * the caller, and returning its argument writes nothing.
 * @throws DomainError `not_ready` when other writers kept winning; nothing is written then.
 */
export async function updateVersioned<T extends Versioned, Owner>(
  item: VersionedItem<T, Owner>,
  owner: Owner,
  decide: (value: T) => T,
  appended?: Appended<T, Owner>,
): Promise<T> {
  return (await updateFollowed(item, owner, decide, appended ? { appended } : {})).value;
}

/** Replaces the value by the result of `decide`, together with its follower and an added item, in one transaction. */
export async function updateFollowed<T extends Versioned, F extends Versioned, Owner>(
  item: VersionedItem<T, Owner>,
  owner: Owner,
  decide: (value: T) => T,
  { follower, appended }: Along<T, F, Owner> = {},
): Promise<Updated<T>> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const seen = await loadVersioned(item, owner);
    const decided = decide(seen);
    if (decided === seen) return { value: seen, followed: false };
    const value = { ...decided, version: seen.version + 1 };
    const followed = await followedBy(owner, seen, value, follower);
    const own = replacement(item.key(owner), item.definition, value);
    const added = [appended?.(owner, seen, value) ?? []].flat().map(addition);
    const writes = [own, ...followed, ...added];
    if (await written(writes)) return { value, followed: followed.length > 0 };
    await pause(Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt));
  }
  throw new DomainError("not_ready", `the ${item.name} are being changed by others, try again`);
}

type Write = {
  readonly key: Key;
  readonly item: object;
  readonly condition: Pick<PutCommandInput, "ConditionExpression" | "ExpressionAttributeValues">;
};

const replacement = (key: Key, definition: ItemDefinition, next: Versioned): Write => ({
  key,
  item: { ...versionOf(definition), ...next },
  condition: onTopOf(next.version - 1),
});

const addition = ({ key, definition, item }: Addition): Write => ({
  key,
  item: { ...versionOf(definition), ...item },
  condition: { ConditionExpression: "attribute_not_exists(pk)" },
});

async function followedBy<T extends Versioned, F extends Versioned, Owner>(
  owner: Owner,
  before: T,
  changed: T,
  follower: Follower<T, F, Owner> | undefined,
): Promise<Write[]> {
  const decide = follower?.after(before, changed);
  if (!follower || !decide) return [];
  const { item } = follower;
  const seen = await loadVersioned(item, owner);
  const next = { ...decide(seen), version: seen.version + 1 };
  return [replacement(item.key(owner), item.definition, next)];
}

/** Writes the items in one transaction. Returns true if each item replaced its previous version. */
async function written(writes: readonly Write[]): Promise<boolean> {
  const write_id = randomUUID();
  const puts = writes.map(({ key, item, condition }) => ({
    TableName: tableName(),
    Item: { ...key, ...item, write_id },
    ...condition,
    ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
  }));
  const [only, ...more] = puts;
  const command =
    only && more.length === 0
      ? new PutCommand(only)
      : new TransactWriteCommand({ TransactItems: puts.map((Put) => ({ Put })) });
  try {
    await dynamo.send(command as InstanceType<typeof PutCommand>);
    return true;
  } catch (error) {
    // The SDK retries when a response is lost, so the conflicting item may be this very write.
    if (error instanceof ConditionalCheckFailedException) {
      return error.Item?.["write_id"]?.S === write_id;
    }
    if (!(error instanceof TransactionCanceledException) || !isRetryable(error)) throw error;
    return writes[0] !== undefined && (await isWritten(writes[0].key, write_id));
  }
}

/**
 * Reads whether a cancelled transaction was this very write, because some engines do not name the conflicting items.
 */
async function isWritten(Key: Key, write_id: string): Promise<boolean> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }),
  );
  return Item?.["write_id"] === write_id;
}

/** Builds the condition of a write. A first write may replace an item from before items had versions. */
const onTopOf = (version: number) =>
  version === 0
    ? { ConditionExpression: "attribute_not_exists(version)" }
    : {
        ConditionExpression: "version = :seen",
        ExpressionAttributeValues: { ":seen": version },
      };
