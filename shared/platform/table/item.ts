import type { Key } from "./keys.ts";

type Read = "GetItem" | "BatchGetItem" | "Query";
type Write = "PutItem" | "UpdateItem" | "BatchWriteItem" | "ConditionCheckItem";
export type TableOperation = Read | Write | "DeleteItem";

/** The changes that the service makes to journaled items. It removes none of them, except by their expiry. */
export type JournalRule = {
  /** The attributes that a change may alter, or all but some. */
  readonly changes: readonly string[] | { readonly allBut: readonly string[] };
  /** Numbers that never fall. */
  readonly rises?: readonly string[];
  /** Attributes that are set once and then stay. */
  readonly once?: readonly string[];
};

export type ItemDefinition = {
  readonly name: string;
  /** The key, with `*` for the parts that differ between items. */
  readonly key: Key;
  /** The version of the stored form. Raise it with every change of the form, so that readers know old items. */
  readonly version: number;
  /** The group of items that one permission covers. */
  readonly group: string;
  /** The operations that read and write the item; those of transactions count as their parts. */
  readonly reads: readonly Read[];
  readonly writes: readonly Write[];
  /** False for items that follow from other items, or that are of the moment. */
  readonly journal: JournalRule | false;
  /** True if some of the items have `expires_at`, in epoch seconds, after which DynamoDB deletes them. */
  readonly expires?: true;
  /** Whether emptying a sandbox removes the item. Items stay that belong to the account or to nobody, or that expire. */
  readonly sandbox: "removed" | "stays";
};

/** Stands in the key of a definition for a part that differs between items. */
export const ANY = "*";

/** Matches the keys of a definition's items: `*` and a `0` at the end stand for the parts that differ. */
export const keyPattern = (key: string): RegExp =>
  new RegExp(`^${key.split("*").map(RegExp.escape).join(".*").replace(/0$/, "\\d+")}$`, "s");

export const defineItem = <const Definition extends ItemDefinition>(
  definition: Definition,
): Definition => definition;

/** Every attribute may change. */
export const ANYTHING = { allBut: [] };

/** The attribute that carries the version of a stored item. */
export const versionOf = ({ version }: Pick<ItemDefinition, "version">) => ({
  schema_version: version,
});
