import { ANY, defineItem } from "./item.ts";
import type { Key } from "./keys.ts";

/*
 * The change history of rights, part of the access patterns of keys.ts. Rows are added and never rewritten.
 *
 *   pk                         sk                          item                        read by
 *   RIGHTS#<account,           <key of the right>          hash of the right, author,  verify-journal,
 *     organisation or person>    <version>                 signature of the stage      check of evidence
 */
export const rightRowKey = (owner: string, { pk, sk }: Key, version: number): Key => ({
  pk: `RIGHTS#${owner}`,
  sk: `${pk} ${sk} ${String(version).padStart(9, "0")}`,
});

/** A change of a right, signed with the secret of the stage. */
export const RIGHT_ROW_ITEM = defineItem({
  name: "row of a right",
  key: { pk: rightRowKey(ANY, { pk: "", sk: "" }, 0).pk, sk: ANY },
  group: "rights",
  journal: { changes: [] },
  sandbox: "stays",
});
