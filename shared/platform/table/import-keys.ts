import type { Key } from "./keys.ts";

/*
 * Imports, part of the access patterns of keys.ts. `key` is what the shop itself calls a sale: its
 * order, and in some reports the article and the day.
 *
 *   pk                                    sk                   item                       read by
 *   IMPORTS#<account>                     <instant>-<random>   job, what is done of it    imports
 *   IMPORT_UNDOS#<account>                <instant>-<random>   who undid the import       verify-journal
 *   IMPORT_ORIGINAL#<account>#<source>    ORIGINAL             events of a sale, or that  import
 *     #<key>                                                   it was left out
 */
export const importKey = (account: string, id: string): Key => ({
  pk: `IMPORTS#${account}`,
  sk: id,
});

/** That an import was undone. The import itself ends one day; that it was undone does not. */
export const importUndoKey = (account: string, id: string): Key => ({
  pk: `IMPORT_UNDOS#${account}`,
  sk: id,
});

/** The account's imports, or those that were asked for before one of them. */
export const importsOf = (account: string, before?: string) => ({
  KeyConditionExpression: before === undefined ? "pk = :pk" : "pk = :pk AND sk < :before",
  ExpressionAttributeValues: {
    ":pk": importKey(account, "").pk,
    ...(before === undefined ? {} : { ":before": before }),
  },
});

/** What corrections of later files look for. */
export const importOriginalKey = (account: string, source_id: string, key: string): Key => ({
  pk: `IMPORT_ORIGINAL#${account}#${source_id}#${key}`,
  sk: "ORIGINAL",
});
