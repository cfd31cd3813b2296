import type { Key } from "./keys.ts";

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
  /** The operations that read and write the item. Transactions count as their individual operations. */
  readonly reads: readonly Read[];
  readonly writes: readonly Write[];
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
export const ANY = "*";

/** Builds a pattern for the keys of a definition's items: `*` and a final `0` match the variable parts. */
export const keyPattern = (key: string): RegExp =>
  new RegExp(`^${key.split("*").map(RegExp.escape).join(".*").replace(/0$/, "\\d+")}$`, "s");

export const defineItem = <const Definition extends ItemDefinition>(
  definition: Definition,
): Definition => definition;

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
