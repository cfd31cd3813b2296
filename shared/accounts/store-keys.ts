import { createHash, randomBytes } from "node:crypto";
import { GetCommand, TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { dynamo, tableName } from "../platform/dynamodb/client.ts";
import { queryAll } from "../platform/dynamodb/read.ts";
import { versionOf } from "../platform/table/item.ts";
import { API_KEY_ITEM, KEY_LISTING_ITEM } from "../platform/table/items.ts";
import {
  accountRecordKey,
  apiKeyKey,
  keyListingKey,
  keyListingsOf,
} from "../platform/table/keys.ts";
import type { UsedKey } from "./key-schema.ts";
import { endOf, StoredKey } from "./keys.ts";

/** The stored key, read strongly: a revoked key stops working with the very next call. */
export async function loadApiKey(keyId: string): Promise<StoredKey | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: apiKeyKey(keyId), ConsistentRead: true }),
  );
  return Item && StoredKey.parse(Item);
}

/** The key that asks for a change of keys; an operator has none. */
export type Asking = StoredKey | undefined;

/** An old key as it becomes with its rotation. */
type Replaced = StoredKey & Required<Pick<StoredKey, "expires_at" | "replaced_by">>;

/**
 * Stores a new key, and what becomes of the one that it replaces: both or neither. Refused when the
 * account is none, when the key that asks has been revoked meanwhile, or the old one is not as it was.
 * @throws TransactionCanceledException
 */
export const insertApiKey = (by: Asking, key: StoredKey, replaced?: Replaced): Promise<void> =>
  transact([
    whileStateIs(key.account, key.account_state),
    ...whileItWorks(by, replaced?.key_id),
    {
      Put: {
        TableName: tableName(),
        Item: { ...apiKeyKey(key.key_id), ...versionOf(API_KEY_ITEM), ...key },
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
    listing(key),
    ...(replaced ? [rotation(replaced), listing(replaced)] : []),
  ]);

/**
 * Stops a key of the account at once, unless it has been stopped before.
 * @throws TransactionCanceledException
 */
export const revokeApiKey = (by: Asking, revoked: StoredKey): Promise<void> =>
  transact([
    ...whileItWorks(by, revoked.key_id),
    changeOf(
      revoked,
      { revoked_at: revoked.revoked_at, revoked_by: revoked.revoked_by },
      "attribute_not_exists(revoked_at)",
    ),
    listing(revoked),
  ]);

type Part = NonNullable<ConstructorParameters<typeof TransactWriteCommand>[0]["TransactItems"]>;

async function transact(TransactItems: Part): Promise<void> {
  await dynamo.send(new TransactWriteCommand({ TransactItems }));
}

const at = (Key: { readonly pk: string; readonly sk: string }) => ({ TableName: tableName(), Key });

/** Of two keys that revoke each other at once one wins. A part of its own cannot name `changed` again. */
const whileItWorks = (by: Asking, changed: string | undefined): Part =>
  by === undefined || by.key_id === changed
    ? []
    : [
        {
          ConditionCheck: {
            ...at(apiKeyKey(by.key_id)),
            ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(revoked_at)",
          },
        },
      ];

const rotation = (old: Replaced) => {
  const { expires_at, replaced_by, rotated_by } = old;
  return changeOf(
    old,
    { expires_at, replaced_by, rotated_by },
    "attribute_not_exists(replaced_by) AND attribute_not_exists(revoked_at)",
  );
};

/**
 * Gives a key the state of its account, as long as the account is in it: of a suspension and its end at once,
 * the later one stays.
 * @throws TransactionCanceledException
 */
export const setKeyState = (account: string, keyId: string, state: State): Promise<void> =>
  transact([
    whileStateIs(account, state),
    {
      Update: {
        ...at(apiKeyKey(keyId)),
        UpdateExpression:
          state === undefined ? "REMOVE account_state" : "SET account_state = :state",
        ConditionExpression: "account = :account",
        ExpressionAttributeValues: {
          ":account": account,
          ...(state === undefined ? {} : { ":state": state }),
        },
      },
    },
  ]);

type State = StoredKey["account_state"];

/** The account is there, and in that state. */
const whileStateIs = (account: string, state: State) => ({
  ConditionCheck: {
    ...at(accountRecordKey(account)),
    ...(state === undefined
      ? { ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(account_state)" }
      : {
          ConditionExpression: "account_state = :state",
          ExpressionAttributeValues: { ":state": state },
        }),
  },
});

/** Takes its name from a key. */
export async function eraseKeyName(account: string, keyId: string): Promise<void> {
  await dynamo.send(
    new UpdateCommand({
      ...at(apiKeyKey(keyId)),
      UpdateExpression: "REMOVE #name",
      ConditionExpression: "account = :account",
      ExpressionAttributeNames: { "#name": "name" },
      ExpressionAttributeValues: { ":account": account },
    }),
  );
}

/** Sets these fields of a key of this account, those that have a value. */
function changeOf({ key_id, account }: StoredKey, fields: Partial<StoredKey>, unless: string) {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    Update: {
      ...at(apiKeyKey(key_id)),
      UpdateExpression: `SET ${set.map(([name]) => `${name} = :${name}`).join(", ")}`,
      ConditionExpression: `account = :account AND ${unless}`,
      ExpressionAttributeValues: {
        ":account": account,
        ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
      },
    },
  };
}

/** What the list of the account's keys has of a key. */
const listing = (key: StoredKey) => {
  const ends_at = endOf(key);
  return {
    Update: {
      ...at(keyListingKey(key.account, key.key_id)),
      UpdateExpression:
        ends_at === undefined
          ? "SET schema_version = :version"
          : "SET schema_version = :version, ends_at = :end",
      ExpressionAttributeValues: {
        ":version": KEY_LISTING_ITEM.version,
        ...(ends_at === undefined ? {} : { ":end": ends_at }),
      },
    },
  };
};

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
      ExpressionAttributeValues: { ":today": today, ":version": KEY_LISTING_ITEM.version },
    }),
    { abortSignal: AbortSignal.timeout(NOTE_PATIENCE_MS) },
  );
}

export type Mode = StoredKey["mode"];
export type ApiKey = { readonly mode: Mode; readonly keyId: string; readonly secret: string };

/** A new random key: its text, to be shown once, and its parts. */
export function newApiKey(mode: Mode): ApiKey & { readonly text: string } {
  const keyId = randomBytes(8).toString("hex");
  const secret = randomBytes(32).toString("base64url");
  return { mode, keyId, secret, text: `vat_${mode}_${keyId}_${secret}` };
}

export const sha256Hex = (text: string): string => createHash("sha256").update(text).digest("hex");
