import { DomainError } from "../core/errors/errors.ts";
import { withRetries } from "../platform/retries.ts";
import { loadVisibleKey, refuseRevoked } from "./load-key.ts";
import { type Asking, revokeApiKey } from "./store-keys.ts";
import type { StoredKey } from "./stored-key.ts";

/**
 * Stops a key at once; one that is stopped stays as it is. No key stops itself, so whoever asks for it
 * can still get in: an account does not lock itself out with one call.
 * @returns the key as it is now
 * @throws DomainError `not_found`, `key_in_use`, `invalid_api_key` when `by` has been revoked
 *   meanwhile, `not_ready`
 */
export async function revokeKey(by: Asking, keyId: string, now: Date): Promise<StoredKey> {
  if (by?.key_id === keyId) throw new DomainError("key_in_use", "a key cannot end itself");
  return withRetries(async () => {
    const key = await loadVisibleKey(by, keyId);
    if (key.revoked_at !== undefined) return key;
    await refuseRevoked(by);
    const revoked = { ...key, revoked_at: now.toISOString(), revoked_by: by?.key_id };
    await revokeApiKey(by, revoked);
    return revoked;
  });
}
