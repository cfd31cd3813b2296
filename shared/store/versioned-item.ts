import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type * as z from "zod";
import { DomainError } from "../refusals/errors.ts";
import type { Key } from "../table/keys.ts";
import { versionOf } from "../table/schema-versions.ts";
import { dynamo, tableName } from "./dynamo.ts";

/** A value that is one item, read and replaced as a whole; `version` is the number of writes so far. */
type Versioned = { readonly version: number };

type Kind = Parameters<typeof versionOf>[0];

/** Where such a value is kept, how it looks, and what it is before the first write. */
export type VersionedItem<T extends Versioned> = {
  readonly key: (account: string) => Key;
  readonly schema: z.ZodType<T>;
  readonly empty: T;
  readonly kind: Kind;
  /** For the message to a caller whose change did not get through. */
  readonly name: string;
};

/** The value, from one strong read: never half of a change. */
export async function loadVersioned<T extends Versioned>(
  item: VersionedItem<T>,
  account: string,
): Promise<T> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: item.key(account), ConsistentRead: true }),
  );
  return Item ? item.schema.parse(Item) : item.empty;
}

const MOST_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1000;

/**
 * Replaces the value by what `decide` makes of it, and returns that. Whoever loses a race decides
 * again on what the winner wrote. `decide` must be pure; its refusals pass through, and returning
 * its argument writes nothing.
 * @throws DomainError `not_ready` when others kept winning; nothing is written then.
 */
export async function updateVersioned<T extends Versioned>(
  item: VersionedItem<T>,
  account: string,
  decide: (value: T) => T,
): Promise<T> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const seen = await loadVersioned(item, account);
    const decided = decide(seen);
    if (decided === seen) return seen;
    const next = { ...decided, version: seen.version + 1 };
    if (await written(item.key(account), item.kind, next)) return next;
    await pause(Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt));
  }
  throw new DomainError("not_ready", `the ${item.name} are being changed by others, try again`);
}

/** Whether `next` took the place of the version before it. */
async function written(key: Key, kind: Kind, next: Versioned): Promise<boolean> {
  const write_id = randomUUID();
  try {
    await dynamo.send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...key, ...versionOf(kind), ...next, write_id },
        ...onTopOf(next.version - 1),
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // The SDK sends again when an answer is lost: what is in the way may be this very write.
    return error.Item?.["write_id"]?.S === write_id;
  }
}

const onTopOf = (version: number) =>
  version === 0
    ? { ConditionExpression: "attribute_not_exists(pk)" }
    : {
        ConditionExpression: "version = :seen",
        ExpressionAttributeValues: { ":seen": version },
      };
