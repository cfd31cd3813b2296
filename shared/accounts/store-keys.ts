import { randomBytes } from "node:crypto";
import { TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { AccountId, AuthorId } from "../core/ids.ts";
import {
  type ApiKey,
  endOf,
  type Mode,
  type StoredKey,
  withProof,
} from "../platform/credentials/api-key.ts";
import { KEY_RIGHT, rightPuts } from "../platform/credentials/rights.ts";
import { loadApiKey } from "../platform/credentials/store-api-key.ts";
import { dynamo, queryAll, tableName } from "../platform/dynamodb/client.ts";
import { versionOf } from "../platform/table/item.ts";
import { API_KEY_ITEM, KEY_LISTING_ITEM } from "../platform/table/items.ts";
import {
  accountRecordKey,
  apiKeyKey,
  keyListingKey,
  keyListingsOf,
} from "../platform/table/keys.ts";
import type { UsedKey } from "./key-schema.ts";
import { isPerson, type KeyAuthor } from "./keys.ts";

/** The author of a change of keys; undefined for an operator. */
export type Asking = KeyAuthor | undefined;

/** An old key after its rotation. */
type Replaced = StoredKey & Required<Pick<StoredKey, "expires_at" | "replaced_by">>;

/**
 * Stores a new key and, in a rotation, the change of its predecessor in one transaction. The transaction fails when the
 * account does not exist, the requesting key has been revoked, or the predecessor has changed.
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
    ...rowOf(key, key.created_by, key.created_at),
    ...(replaced
      ? [
          rotation(replaced),
          listing(replaced),
          ...rowOf(replaced, replaced.rotated_by, key.created_at),
        ]
      : []),
  ]);

const rowOf = (key: StoredKey, author: string | undefined, at: string): WritePart =>
  rightPuts(tableName(), KEY_RIGHT, apiKeyKey(key.key_id), key, { author: author ?? null, at });

/**
 * Revokes a key of the account at once, unless it is already revoked.
 * @throws TransactionCanceledException
 */
export const revokeApiKey = (
  by: Asking,
  revoked: StoredKey & { readonly revoked_at: string },
): Promise<void> =>
  transact([
    ...whileItWorks(by, revoked.key_id),
    changeOf(
      revoked,
      { revoked_at: revoked.revoked_at, revoked_by: revoked.revoked_by },
      "attribute_not_exists(revoked_at)",
    ),
    listing(revoked),
    ...rowOf(revoked, revoked.revoked_by, revoked.revoked_at),
  ]);

type WritePart = NonNullable<
  ConstructorParameters<typeof TransactWriteCommand>[0]["TransactItems"]
>;

async function transact(TransactItems: WritePart): Promise<void> {
  await dynamo.send(new TransactWriteCommand({ TransactItems }));
}

const at = (Key: { readonly pk: string; readonly sk: string }) => ({ TableName: tableName(), Key });

/**
 * Requires that the requesting key still works, so that of two keys that revoke each other one wins. A transaction may
 * name an item only once, so `changed` is not checked. A person has no key.
 */
const whileItWorks = (by: Asking, changed: string | undefined): WritePart =>
  by === undefined || isPerson(by) || by.key_id === changed
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
 * Copies the account's state to a key, on condition that the account is in that state. When an account is suspended and
 * resumed concurrently, the later state wins.
 * @throws TransactionCanceledException
 */
export const setKeyState = (
  account: AccountId,
  keyId: AuthorId,
  state: AccountState,
): Promise<void> =>
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

type AccountState = StoredKey["account_state"];

const whileStateIs = (account: AccountId, state: AccountState) => ({
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

export async function eraseKeyName(account: AccountId, keyId: AuthorId): Promise<void> {
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

/** Builds the update of the given fields of a key; skips undefined fields. */
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

/** Builds the update of a key's entry in the list of the account's keys. */
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

export const KeyListing = z.object({
  sk: z.string().brand("AuthorId"),
  last_used_on: z.string().optional(),
});

export const countWorkingKeys = async (account: AccountId, now: Date): Promise<number> =>
  (await queryAll({ ...keyListingsOf(account, now.toISOString()), ConsistentRead: true })).length;

const KEYS_AT_ONCE = 25;

/** Reads the account's keys that end after `since` or have no end, strongly consistent. */
export async function loadKeysOf(account: AccountId, since: Date): Promise<UsedKey[]> {
  const query = { ...keyListingsOf(account, since.toISOString()), ConsistentRead: true };
  const listings = (await queryAll(query)).map((item) => KeyListing.parse(item));
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

/** Timeout of recording the use of a key, which must not delay a request; the next request records it again. */
const NOTE_PATIENCE_MS = 1_000;

/** Records that the key was used on this UTC day. Also lists a key from before the list existed. */
export async function noteKeyUse(
  account: AccountId,
  keyId: AuthorId,
  today: string,
): Promise<void> {
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

/** Generates a random key: its text, which is returned only once, and its parts. */
export function newApiKey(mode: Mode, account: AccountId): ApiKey & { readonly text: string } {
  const keyId = randomBytes(8).toString("hex") as AuthorId;
  const random = randomBytes(32).toString("base64url");
  // A test key opens the sandbox, whose name only the table has.
  const secret = mode === "live" ? withProof(random, { keyId, account }) : random;
  return { mode, keyId, secret, text: `vat_${mode}_${keyId}_${secret}` };
}
