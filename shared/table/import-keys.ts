import type { Key } from "./keys.ts";

/*
 * What corrections of later files look for, part of the access patterns of keys.ts. `key` is what the
 * shop itself calls a sale: its order, and in some reports the article and the day.
 *
 *   pk                                    sk          item                        read by
 *   IMPORT_ORIGINAL#<account>#<source>    ORIGINAL    events of a sale, or that   import
 *     #<key>                                          it was left out
 *
 * Only a command of operators uses them: no function does, so that they are no family of item-families.ts.
 */
export const importOriginalKey = (account: string, source_id: string, key: string): Key => ({
  pk: `IMPORT_ORIGINAL#${account}#${source_id}#${key}`,
  sk: "ORIGINAL",
});
