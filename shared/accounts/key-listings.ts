import * as z from "zod";
import { dynamo, tableName } from "../platform/dynamodb/client.ts";
import { UpdateCommand } from "../platform/dynamodb/commands.ts";
import { queryAll } from "../platform/dynamodb/read.ts";
import { keyListingKey, keyListingsOf } from "../platform/table/key-listing-keys.ts";
import { SCHEMA_VERSIONS } from "../platform/table/schema-versions.ts";
import type { UsedKey } from "./key-schema.ts";
import { loadApiKey } from "./store-keys.ts";

const Listing = z.object({ sk: z.string(), last_used_on: z.string().optional() });

/** How many keys of the account work at this moment. */
export const countWorkingKeys = async (account: string, now: Date): Promise<number> =>
  (await queryAll({ ...keyListingsOf(account, now.toISOString()), ConsistentRead: true })).length;

const KEYS_AT_ONCE = 25;

/** The account's keys that end after `since` or not at all, as they are at this moment. */
export async function loadKeysOf(account: string, since: Date): Promise<UsedKey[]> {
  const query = { ...keyListingsOf(account, since.toISOString()), ConsistentRead: true };
  const listings = (await queryAll(query)).map((item) => Listing.parse(item));
  const keys: UsedKey[] = [];
  for (let first = 0; first < listings.length; first += KEYS_AT_ONCE) {
    const some = listings.slice(first, first + KEYS_AT_ONCE);
    const loaded = await Promise.all(
      some.map(async ({ sk, last_used_on }) => ({ key: await loadApiKey(sk), last_used_on })),
    );
    keys.push(...loaded.flatMap(({ key, ...used }) => (key ? [{ key, ...used }] : [])));
  }
  return keys;
}

/** A note that does not get through must not hold up a request: the next one makes it. */
const NOTE_PATIENCE_MS = 1_000;

/** Writes down that the key was used on this UTC day. Also lists a key of before there was a list. */
export async function noteKeyUse(account: string, keyId: string, today: string): Promise<void> {
  await dynamo.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keyListingKey(account, keyId),
      UpdateExpression: "SET last_used_on = :today, schema_version = :version",
      ConditionExpression: "attribute_not_exists(last_used_on) OR last_used_on < :today",
      ExpressionAttributeValues: { ":today": today, ":version": SCHEMA_VERSIONS.key_listing },
    }),
    { abortSignal: AbortSignal.timeout(NOTE_PATIENCE_MS) },
  );
}
