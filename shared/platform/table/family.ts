import type { Key } from "./keys.ts";

type ReadOperation = "GetItem" | "BatchGetItem" | "Query";
type WriteOperation = "PutItem" | "UpdateItem" | "BatchWriteItem" | "ConditionCheckItem";
export type TableOperation = ReadOperation | WriteOperation | "DeleteItem";

export type Family = {
  /** The keys of its items, with `*` for what differs between them. */
  readonly items: readonly Key[];
  /** Whether these are keys of the index. */
  readonly index?: true;
  /** Whether some of its items have `expires_at`, in epoch seconds: DynamoDB deletes them after it. */
  readonly expires?: true;
  /** The operations that read it, and those that write it; transactions count as their parts. */
  readonly reads: readonly ReadOperation[];
  readonly writes: readonly WriteOperation[];
  /** Whether the journal leaves it out: it follows from other items, or is of the moment. */
  readonly unjournaled?: true;
};

/** What differs between the keys of a family. */
export const ANY = "*";

/** Of a partition that holds nothing else. */
export const partitionOf = ({ pk }: Pick<Key, "pk">): Key => ({ pk, sk: ANY });

/** Read through the index, and written with the items it lists. */
export function listed({ gsi1pk }: { readonly gsi1pk: string }): Family {
  return { items: [partitionOf({ pk: gsi1pk })], index: true, reads: ["Query"], writes: [] };
}
