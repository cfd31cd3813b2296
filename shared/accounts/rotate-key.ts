import { withRetries } from "../platform/retries.ts";
import { endAfterRotation, ROTATION_HOURS, refuseEnded, refuseMore } from "./keys.ts";
import { loadVisibleKey, refuseRevoked } from "./load-key.ts";
import { beginSandbox, type MadeKey, newKey } from "./manage-keys.ts";
import { type Asking, insertApiKey } from "./store-keys.ts";

/**
 * A new key like the old one, its end included; the old one works for `hours` more, unless it ends
 * before; with 0 it ends at once. Both come about together: a rotation that breaks off changes nothing.
 * @throws DomainError `not_found`, `key_ended`, `insufficient_scope` when the old key does more than
 *   `by`, `invalid_api_key` when `by` has been revoked meanwhile, `not_ready`
 */
export async function rotateKey(
  by: Asking,
  keyId: string,
  now: Date,
  hours = ROTATION_HOURS,
): Promise<MadeKey> {
  let made: MadeKey | undefined;
  return withRetries(async () => {
    const old = await loadVisibleKey(by, keyId);
    // After a lost answer: nobody else knows the new id.
    if (made && old.replaced_by === made.key.key_id) return made;
    refuseEnded(old, now);
    await refuseRevoked(by);
    const { name, scope, mode, expires_at, account_state } = old;
    const like = { name, scope, mode, expires_at, account_state };
    if (by) refuseMore(by, like);
    made = newKey(old.account, by, like, now);
    await beginSandbox(made.key, now);
    await insertApiKey(by, made.key, {
      ...old,
      expires_at: endAfterRotation(old, now, hours),
      replaced_by: made.key.key_id,
      rotated_by: by?.key_id,
    });
    return made;
  });
}
