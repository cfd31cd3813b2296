import { GetCommand, QueryCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { issueKey } from "../../scripts/operate/api-keys/keys.ts";
import { newApiKey } from "../../shared/accounts/store-keys.ts";
import { sha256Of } from "../../shared/core/hash.ts";
import { type AuthorId, accountOf, type LedgerId } from "../../shared/core/ids.ts";
import { ACCOUNT_RIGHT, KEY_RIGHT, rightPuts } from "../../shared/platform/credentials/rights.ts";
import { dynamo, tableName } from "../../shared/platform/dynamodb/client.ts";
import {
  accountRecordKey,
  apiKeyKey,
  changeKey,
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

/** The settings with which an account begins. Accounts with the same name of settings are copies of one. */
export type Settings = {
  readonly name: string;
  /** Sends them to the service for the first account that has them. */
  readonly make: (account: Keys & { readonly account: LedgerId }) => Promise<void>;
};

const NONE: Settings = { name: "", make: async () => {} };

const patterns = new Map<string, Promise<Pattern>>();

/**
 * Puts an account with two keys into the table as issuing them does, in one write instead of thirteen: the first
 * account of a process with these settings is made by the product, and each further one is a copy of it under names of
 * its own.
 */
export async function copyAccount(account: LedgerId, settings = NONE): Promise<Keys> {
  const pattern = patterns.get(settings.name) ?? makePattern(settings);
  patterns.set(settings.name, pattern);
  const { names, items } = await pattern;
  const [full, readOnly] = [
    newApiKey("live", accountOf(account)),
    newApiKey("live", accountOf(account)),
  ];
  const own = namesOf(account, { full: full.text, readOnly: readOnly.text }, new Date());
  const text = names.reduce(
    (changed, name, n) => changed.replaceAll(name, own[n] as string),
    items,
  );
  const TransactItems = (JSON.parse(text) as Item[]).flatMap((Item) => [
    { Put: { TableName: tableName(), Item } },
    ...rowsOf(Item),
  ]);
  await dynamo.send(new TransactWriteCommand({ TransactItems }));
  return { full: full.text, readOnly: readOnly.text };
}

/** The rows of the change history of a right: their signatures name what is different in each account. */
function rowsOf(item: Item) {
  const [pk, sk] = [String(item["pk"]), String(item["sk"])];
  const right = { ACCOUNT: ACCOUNT_RIGHT, KEY: KEY_RIGHT }[sk];
  const by = { author: null, at: String(item["created_at"]) };
  return right ? rightPuts(tableName(), right, { pk, sk }, item, by) : [];
}

/** Lists have the newest first: of two keys of one instant, chance would say which. */
const before = (now: Date): Date => new Date(now.getTime() - 1);

const namesOf = (account: LedgerId, { full, readOnly }: Keys, now: Date): Names => [
  account,
  ...[full, readOnly].flatMap((key) => [keyIdOf(key), sha256Of(secretOf(key))]),
  now.toISOString(),
  before(now).toISOString(),
];

async function makePattern({ make }: Settings): Promise<Pattern> {
  const account = `pattern-${crypto.randomUUID()}` as LedgerId;
  const now = new Date();
  const full = await issueKey({ account, scope: "full", mode: "live" }, now);
  const readOnly = await issueKey({ account, scope: "read-only", mode: "live" }, before(now));
  await make({ account, full, readOnly });
  const partitions = [
    accountRecordKey(account),
    changeKey(account, ""),
    keyListingKey(accountOf(account), "" as AuthorId),
  ];
  const [keys, ...others] = await Promise.all([
    Promise.all([full, readOnly].map((key) => itemAt(apiKeyKey(keyIdOf(key))))),
    ...partitions.map(itemsBeside),
  ]);
  const items = [...keys, ...others.flat()];
  return { names: namesOf(account, { full, readOnly }, now), items: JSON.stringify(items) };
}

/** The items of the partition of a key. */
async function itemsBeside({ pk }: Key): Promise<Item[]> {
  const { Items = [] } = await dynamo.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": pk },
      ConsistentRead: true,
    }),
  );
  return Items;
}

async function itemAt(Key: Key): Promise<Item> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }),
  );
  if (!Item) throw new Error(`nothing at ${Key.pk} ${Key.sk}`);
  return Item;
}
