import type { AccountId, AuthorId, EventId, LedgerId, PeriodKey } from "../../core/ids.ts";
import type * as auditItems from "./audit-items.ts";
import type * as connectionItems from "./connections.ts";
import type * as importItems from "./imports.ts";
import type * as items from "./items.ts";
import type { Key } from "./keys.ts";
import type * as mailItems from "./mails.ts";
import type * as orderNameItems from "./order-names.ts";
import type * as peopleItems from "./people.ts";
import type * as periodItems from "./periods.ts";
import type * as rateItems from "./rate-items.ts";
import type { LISTINGS } from "./registry.ts";
import type * as rightItems from "./rights.ts";
import type * as vatNumberItems from "./vat-numbers.ts";
import type * as webhookItems from "./webhooks.ts";

type Read = "GetItem" | "BatchGetItem" | "Query";
type Write = "PutItem" | "UpdateItem" | "BatchWriteItem" | "ConditionCheckItem";
export type TableOperation = Read | Write | "DeleteItem";

/** The allowed changes of journaled items. The service never deletes them, except by their expiry. */
export type JournalRule = {
  /** The attributes that a change may alter, or `allBut` the attributes that it may not. */
  readonly changes: readonly string[] | { readonly allBut: readonly string[] };
  /** Numeric attributes that never decrease. */
  readonly rises?: readonly string[];
  /** Attributes that are set once and never change. */
  readonly once?: readonly string[];
  /**
   * Recognises items that may be older than their journal: the attribute is at most the number. The journal need not
   * contain such an item, unless it has seen it.
   */
  readonly mayPredate?: readonly { readonly attribute: string; readonly upTo: number }[];
};

export type ItemDefinition = {
  readonly name: string;
  /** The key, with `*` for its variable parts. */
  readonly key: Key;
  /** The version of the stored form. Increase it with every change of the form, so that readers recognise old items. */
  readonly version: number;
  /** The group of items that one permission covers. */
  readonly group: string;
  /** The journal rule; false for items that are derived from other items or are short-lived. */
  readonly journal: JournalRule | false;
  /** True if some of the items have `expires_at`, in epoch seconds, after which DynamoDB deletes them. */
  readonly expires?: true;
  /**
   * The fate of the item when a sandbox is emptied. Items stay that belong to the account or to no account, or that
   * expire.
   */
  readonly sandbox: "removed" | "stays";
};

/** The placeholder for a variable part in the key of a definition. */
export const ANY = "*" as AccountId & LedgerId & AuthorId & EventId & PeriodKey;

/** Builds a pattern for the keys of a definition's items: `*` and a final `0` match the variable parts. */
export const keyPattern = (key: string): RegExp =>
  new RegExp(`^${key.split("*").map(RegExp.escape).join(".*").replace(/0$/, "\\d+")}$`, "s");

/** What a definition need not say: an item has its first form, and is removed with its sandbox. */
const DEFAULTS = { version: 1, sandbox: "removed" } as const;
type Defaults = typeof DEFAULTS;

type Given = Omit<ItemDefinition, keyof Defaults> & Partial<Pick<ItemDefinition, keyof Defaults>>;

export const defineItem = <const Item extends Given>(
  given: Item,
): Omit<Defaults, keyof Item> & Item => ({ ...DEFAULTS, ...given });

/** Recognises items of the first stored form, of which there was no journal. */
export const OF_FIRST_FORM = { attribute: "schema_version", upTo: 1 } as const;

/** The journal rule of exchange rates. A local stack loads the bundled history before it switches the stream on. */
export const RATES_RULE: JournalRule = {
  changes: ["rates", "revisions", "schema_version", "version"],
  rises: ["version"],
  mayPredate: [OF_FIRST_FORM, { attribute: "version", upTo: 1 }],
};

/** A journal rule under which every attribute may change. */
export const ANYTHING = { allBut: [] };

/** Returns the attribute with the version of a stored item. */
export const versionOf = ({ version }: Pick<ItemDefinition, "version">) => ({
  schema_version: version,
});

type Definitions = typeof items &
  typeof auditItems &
  typeof connectionItems &
  typeof importItems &
  typeof mailItems &
  typeof orderNameItems &
  typeof peopleItems &
  typeof periodItems &
  typeof vatNumberItems &
  typeof rateItems &
  typeof rightItems &
  typeof webhookItems;

type Definition = Extract<Definitions[keyof Definitions], { readonly key: unknown }>;

/** The name of an item group, the unit of permissions. */
export type ItemGroup = Definition["group"] | (typeof LISTINGS)[number]["group"];

/** An operation on the items of a group: `Query sums`. Transactions count as their individual operations. */
export type TableUse = `${Read | Write} ${ItemGroup}`;

/**
 * What a handler asks of the table, alone or in sets that a wing names for its use cases (`table-uses.ts`). Its function
 * gets exactly these permissions. Those of every handler of a scope, such as reading keys and storing responses, are not
 * repeated in each row.
 */
export type TableUses = readonly (TableUse | TableUses)[];

export type SandboxAccess = {
  /** Further uses, of the partitions of sandboxes only. */
  readonly uses?: TableUses;
  /** The item groups that the handler deletes. Items are deleted only in sandboxes. */
  readonly removes?: readonly ItemGroup[];
};
