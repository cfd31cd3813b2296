import { isSandbox } from "../../core/sandbox-account.ts";
import { batchGet } from "../../platform/dynamodb/read.ts";
import { batchPut } from "../../platform/dynamodb/write.ts";
import { IMPORT_ORIGINAL_ITEM } from "../../platform/table/import-items.ts";
import { versionOf } from "../../platform/table/item.ts";
import { importOriginalKey } from "../../platform/table/keys.ts";
import { type Original, preferredOriginal } from "../formats/outcome.ts";

/** Reads the stored sales of a source by these keys. */
export async function loadOriginals(
  account: string,
  source_id: string,
  keys: Iterable<string>,
): Promise<Map<string, Original>> {
  const asked = [...new Set(keys)].map((key) => importOriginalKey(account, source_id, key));
  const items = await batchGet(asked);
  // The stored items were written by the function below.
  return new Map(items.map(({ key, original }) => [String(key), originalIn(original)]));
}

/**
 * Stores sales for the corrections of later files. Of two sales with one key the preferred one is kept, so importing a
 * file again, or its rows in another order, changes nothing.
 */
export async function saveOriginals(
  account: string,
  source_id: string,
  originals: ReadonlyMap<string, Original>,
): Promise<void> {
  const known = await loadOriginals(account, source_id, originals.keys());
  const changed = [...originals].flatMap(([key, original]) => {
    const before = known.get(key);
    const stands = before ? preferredOriginal(before, original) : original;
    return before && JSON.stringify(before) === JSON.stringify(stands) ? [] : [{ key, stands }];
  });
  const items = changed.map(({ key, stands }) => ({
    ...importOriginalKey(account, source_id, key),
    ...versionOf(IMPORT_ORIGINAL_ITEM),
    key,
    // Stored as one text: the engine and the SDK would spend most of their time on a map of fields.
    original: JSON.stringify(stands),
    ...endIn(account, new Date()),
  }));
  await batchPut(items);
}

/** Returns a stored sale; the first version of the item had a map. */
const originalIn = (stored: unknown): Original =>
  (typeof stored === "string" ? JSON.parse(stored) : stored) as Original;

const DAY_S = 86_400;

/** Lifetime in a sandbox: days within which a trial import is followed by its corrections. */
const SANDBOX_DAYS = 90;

/**
 * Returns the expiry in a sandbox. The items are found only by a shop's own keys, so they cannot be removed with the
 * sandbox and expire instead.
 */
const endIn = (ledger: string, now: Date) =>
  isSandbox(ledger) ? { expires_at: Math.ceil(now.getTime() / 1000) + SANDBOX_DAYS * DAY_S } : {};
