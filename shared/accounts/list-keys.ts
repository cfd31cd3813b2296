import { loadKeysOf } from "./key-listings.ts";
import type { UsedKey } from "./key-schema.ts";
import { isVisibleTo } from "./keys.ts";
import type { StoredKey } from "./stored-key.ts";

/** For so long a key is listed after its end: the time in which somebody asks what has become of it. */
const LISTED_DAYS = 90;

/** The keys of its account that `by` may see, those that ended lately included. */
export async function listKeys(by: StoredKey, now: Date): Promise<UsedKey[]> {
  const since = new Date(now.getTime() - LISTED_DAYS * 24 * 3_600_000);
  const keys = await loadKeysOf(by.account, since);
  return keys.filter(({ key }) => isVisibleTo(by, key));
}
