import { canonicalText } from "../core/hash.ts";
import type { LedgerId } from "../core/ids.ts";
import { newestReadable } from "../platform/dynamodb/readable-items.ts";
import type { Appended } from "../platform/dynamodb/versioned-item.ts";
import { SETTING_CHANGE_ITEM } from "../platform/table/items.ts";
import { changeKey, changesOf } from "../platform/table/keys.ts";
import { type Author, changeId, SettingChange } from "./setting-changes.ts";

/** Builds the change item that is added in the transaction of a write. */
export const appendedChange =
  <T extends { readonly version: number }>(
    subject: SettingChange["subject"],
    differ: (before: T, after: T) => SettingChange["changes"],
    { now, key_id }: Author,
  ): Appended<T> =>
  (ledger, before, after) => {
    const { version } = after;
    const at = now.toISOString();
    const change = { at, key_id, subject, version, changes: differ(before, after) };
    return {
      key: changeKey(ledger, changeId(change)),
      definition: SETTING_CHANGE_ITEM,
      item: change,
    };
  };

/** Reads at most `limit` changes of the account before `before`, the newest first, strongly consistent. */
export async function listSettingChanges(
  ledger: LedgerId,
  limit: number,
  before?: string,
): Promise<SettingChange[]> {
  return newestReadable(changesOf(ledger, before), { limit }, settingChangeIn);
}

/**
 * Parses a stored change: drops the table's own attributes and sorts fields by name, since the table returns them in
 * any order.
 */
export const settingChangeIn = ({
  pk,
  sk,
  schema_version,
  write_id,
  ...change
}: Record<string, unknown>) => SettingChange.parse(JSON.parse(canonicalText(change)));
