import { GetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { issueKey } from "../../scripts/operate/api-keys/keys.ts";
import { newApiKey, sha256Hex } from "../../shared/accounts/store-keys.ts";
import { dynamo, tableName } from "../../shared/platform/dynamodb/client.ts";
import {
  accountRecordKey,
  apiKeyKey,
  type Key,
  keyListingKey,
} from "../../shared/platform/table/keys.ts";
import { keyIdOf, secretOf } from "./key-parts.ts";

type Keys = { readonly full: string; readonly readOnly: string };
type Item = Record<string, unknown>;

/** What is different in each account, in one order. */
type Names = readonly string[];

/** The items of an account that the product has made, with its names. */
type Pattern = { readonly names: Names; readonly items: string };

let pattern: Promise<Pattern> | undefined;

/**
 * Puts an account with two keys into the table as issuing them does, in one write instead of thirteen: the
 * first account of a process is made by the product, and each further one is a copy of it under names of its own.
 */
export async function copyAccount(account: string): Promise<Keys> {
  pattern ??= makePattern();
  const { names, items } = await pattern;
  const [full, readOnly] = [newApiKey("live", account), newApiKey("live", account)];
  const own = namesOf(account, { full: full.text, readOnly: readOnly.text }, new Date());
  const text = names.reduce(
    (changed, name, n) => changed.replaceAll(name, own[n] as string),
    items,
  );
  const TransactItems = (JSON.parse(text) as Item[]).map((Item) => ({
    Put: { TableName: tableName(), Item },
  }));
  await dynamo.send(new TransactWriteCommand({ TransactItems }));
  return { full: full.text, readOnly: readOnly.text };
}

/** Lists have the newest first: of two keys of one instant, chance would say which. */
const before = (now: Date): Date => new Date(now.getTime() - 1);

const namesOf = (account: string, { full, readOnly }: Keys, now: Date): Names => [
  account,
  ...[full, readOnly].flatMap((key) => [keyIdOf(key), sha256Hex(secretOf(key))]),
  now.toISOString(),
  before(now).toISOString(),
];

async function makePattern(): Promise<Pattern> {
  const account = `pattern-${crypto.randomUUID()}`;
  const now = new Date();
  const full = await issueKey({ account, scope: "full", mode: "live" }, now);
  const readOnly = await issueKey({ account, scope: "read-only", mode: "live" }, before(now));
  const ids = [full, readOnly].map(keyIdOf);
  const items = await Promise.all(
    [
      accountRecordKey(account),
      ...ids.flatMap((id) => [apiKeyKey(id), keyListingKey(account, id)]),
    ].map(itemAt),
  );
  return { names: namesOf(account, { full, readOnly }, now), items: JSON.stringify(items) };
}

async function itemAt(Key: Key): Promise<Item> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }),
  );
  if (!Item) throw new Error(`nothing at ${Key.pk} ${Key.sk}`);
  return Item;
}
