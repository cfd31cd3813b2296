import type { LedgerId } from "../../core/ids.ts";
import * as auditItems from "./audit-items.ts";
import * as connectionItems from "./connections.ts";
import { inboundListKey, openOrderListKey, shopOrderListKey } from "./connections.ts";
import { eventListPartition } from "./event-list-keys.ts";
import * as importItems from "./imports.ts";
import { ANY, type ItemDefinition, type ItemGroup } from "./item.ts";
import * as items from "./items.ts";
import { accountIndexKey, type Key, transactionIndexKey } from "./keys.ts";
import * as mailItems from "./mails.ts";
import { mailsDueKey } from "./mails.ts";
import * as orderNameItems from "./order-names.ts";
import { orderNameListKey } from "./order-names.ts";
import * as peopleItems from "./people.ts";
import * as periodItems from "./periods.ts";
import * as rateItems from "./rate-items.ts";
import * as rightItems from "./rights.ts";
import * as vatNumberItems from "./vat-numbers.ts";
import * as webhookItems from "./webhooks.ts";
import { dueIndexKey } from "./webhooks.ts";

/** A list in the index. It is read with Query and written together with its items. */
type Listing = {
  readonly group: string;
  readonly partition: string;
  readonly sandbox: ItemDefinition["sandbox"];
};

const defineListing = <const Definition extends Listing>(definition: Definition): Definition =>
  definition;

export const LISTINGS = [
  defineListing({
    group: "accounts_by_name",
    partition: accountIndexKey(ANY).gsi1pk,
    sandbox: "stays",
  }),
  defineListing({
    group: "events_by_day",
    partition: eventListPartition(ANY, ANY, ANY).gsi1pk,
    sandbox: "removed",
  }),
  defineListing({
    group: "transactions_by_day",
    partition: transactionIndexKey(ANY, ANY, ANY).gsi1pk,
    sandbox: "removed",
  }),
  defineListing({
    group: "webhooks_due",
    partition: dueIndexKey(ANY).gsi1pk,
    sandbox: "stays",
  }),
  defineListing({
    group: "mails_due",
    partition: mailsDueKey(ANY).gsi1pk,
    sandbox: "stays",
  }),
  defineListing({
    group: "inbound_deliveries_by_time",
    partition: inboundListKey(ANY, { connection_id: ANY, hash: ANY, received_at: ANY }).gsi1pk,
    sandbox: "removed",
  }),
  defineListing({
    group: "shop_orders_by_day",
    partition: shopOrderListKey(ANY, { connection_id: ANY, order_id: ANY, day: ANY }).gsi1pk,
    sandbox: "removed",
  }),
  defineListing({
    group: "open_orders",
    partition: openOrderListKey(ANY, ANY, ANY).gsi1pk,
    sandbox: "removed",
  }),
  defineListing({
    group: "orders_by_name",
    partition: orderNameListKey(ANY, ANY, { source_id: ANY, order_id: ANY }).gsi1pk,
    sandbox: "removed",
  }),
] as const;

export const ITEMS: readonly ItemDefinition[] = Object.values({
  ...items,
  ...auditItems,
  ...connectionItems,
  ...importItems,
  ...mailItems,
  ...orderNameItems,
  ...peopleItems,
  ...periodItems,
  ...vatNumberItems,
  ...rateItems,
  ...rightItems,
  ...webhookItems,
}).flatMap((value: unknown) => (isItem(value) ? [value] : []));

function isItem(value: unknown): value is ItemDefinition {
  return typeof value === "object" && value !== null && "key" in value;
}

/** The items that one permission covers. */
type Group = {
  readonly items: readonly Key[];
  /** True for keys of the index. */
  readonly index?: true;
  readonly expires?: true;
  readonly journaled: boolean;
  readonly sandbox: ItemDefinition["sandbox"];
};

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

const groupOf = (items: readonly [ItemDefinition, ...ItemDefinition[]]): Group => ({
  items: items.map(({ key }) => key),
  ...(items.some(({ expires }) => expires) ? { expires: true } : {}),
  journaled: items.some(({ journal }) => journal !== false),
  sandbox: items[0].sandbox,
});

/** The groups by name. Permissions are built from these groups, and a test checks every request against them. */
export const ITEM_GROUPS = Object.fromEntries([
  ...[...Map.groupBy(ITEMS, ({ group }) => group)].map(([name, items]) => [
    name,
    groupOf(items as [ItemDefinition]),
  ]),
  ...LISTINGS.map(({ group, partition, sandbox }) => [
    group,
    {
      items: [{ pk: partition, sk: "*" }],
      index: true,
      journaled: true,
      sandbox,
    },
  ]),
]) as Readonly<Record<ItemGroup, Group>>;

/** The groups that emptying a sandbox removes. */
export const REMOVED_GROUPS = (Object.entries(ITEM_GROUPS) as [ItemGroup, Group][])
  .filter(([, { sandbox }]) => sandbox === "removed")
  .map(([name]) => name);

/** Matches the partition of a whole ledger, as opposed to partitions of one item each. */
const OF_THE_LEDGER = /^\w+#\*$/;

/** Returns the partitions that hold only items of the sandbox that emptying removes. */
export const partitionsOfSandbox = (ledger: LedgerId): string[] =>
  distinct(
    REMOVED_GROUPS.flatMap((name) =>
      ITEM_GROUPS[name].index ? [] : ITEM_GROUPS[name].items.map(({ pk }) => pk),
    ),
  )
    .filter((pk) => OF_THE_LEDGER.test(pk))
    .map((pk) => pk.replace("*", ledger));
