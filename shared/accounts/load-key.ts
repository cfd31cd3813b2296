import { DomainError, notFound } from "../core/errors/errors.ts";
import { isVisibleTo } from "./keys.ts";
import { type Asking, loadApiKey } from "./store-keys.ts";
import type { StoredKey } from "./stored-key.ts";

/**
 * The key that a request came with, as it is now.
 * @throws DomainError `invalid_api_key` when it has been revoked since
 */
export async function loadAskingKey(keyId: string): Promise<StoredKey> {
  const by = await loadApiKey(keyId);
  if (!by) throw revoked();
  await refuseRevoked(by);
  return by;
}

/** @throws DomainError `invalid_api_key` when the key that asks does not work any more */
export async function refuseRevoked(by: Asking): Promise<void> {
  if (by && (await loadApiKey(by.key_id))?.revoked_at !== undefined) throw revoked();
}

const revoked = (): DomainError =>
  new DomainError("invalid_api_key", "this API key is not valid any more");

/**
 * A key that `by` may see; an operator sees all.
 * @throws DomainError `not_found`
 */
export async function loadVisibleKey(by: Asking, keyId: string): Promise<StoredKey> {
  const key = await loadApiKey(keyId);
  if (!key || (by && !isVisibleTo(by, key))) throw notFound("key");
  return key;
}
