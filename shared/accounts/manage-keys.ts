import { DomainError, notFound } from "../core/errors/errors.ts";
import { isSandbox } from "../core/sandbox-account.ts";
import { withRetries } from "../platform/retries.ts";
import type { UsedKey } from "./key-schema.ts";
import {
  endAfterRotation,
  isVisibleTo,
  type KeyRequest,
  keyStateIn,
  MOST_KEYS,
  ROTATION_HOURS,
  rejectEnded,
  rejectPastEnd,
  rejectWiderKey,
  type StoredKey,
} from "./keys.ts";
import { ensureAccount, loadAccount, loadLedgerOf } from "./store-accounts.ts";
import {
  type Asking,
  countWorkingKeys,
  insertApiKey,
  loadApiKey,
  loadKeysOf,
  newApiKey,
  revokeApiKey,
  sha256Hex,
} from "./store-keys.ts";

/**
 * The key that a request came with, as it is now.
 * @throws DomainError `invalid_api_key` when it has been revoked since
 */
export async function loadAskingKey(keyId: string): Promise<StoredKey> {
  const by = await loadApiKey(keyId);
  if (!by) throw revoked();
  await rejectRevoked(by);
  return by;
}

/** @throws DomainError `invalid_api_key` when the key that asks does not work any more */
async function rejectRevoked(by: Asking): Promise<void> {
  if (by && (await loadApiKey(by.key_id))?.revoked_at !== undefined) throw revoked();
}

const revoked = (): DomainError =>
  new DomainError("invalid_api_key", "this API key is not valid any more");

/**
 * A key that `by` may see; an operator sees all.
 * @throws DomainError `not_found`
 */
async function loadVisibleKey(by: Asking, keyId: string): Promise<StoredKey> {
  const key = await loadApiKey(keyId);
  if (!key || (by && !isVisibleTo(by, key))) throw notFound("key");
  return key;
}

/** A key, and its text: the only time anybody sees its secret. */
type MadeKey = { readonly key: StoredKey; readonly text: string };

/**
 * Makes a key of the account, `by` a key of the same account or an operator.
 * @throws DomainError `account_suspended`, `account_closed`, `key_limit_reached`, `invalid_request` when its end is over, `invalid_api_key`
 *   when `by` has been revoked meanwhile, `not_ready`
 */
export async function createKey(
  account: string,
  by: Asking,
  request: KeyRequest,
  now: Date,
): Promise<MadeKey> {
  rejectPastEnd(request, now);
  await rejectTooManyKeys(account, now);
  const made = newKey(account, by, request, now);
  await beginSandbox(made.key, now);
  return withRetries(async () => {
    // After a lost answer: its id is nobody else's.
    if (await loadApiKey(made.key.key_id)) return made;
    await rejectRevoked(by);
    const account_state = keyStateIn(await loadAccount(account), request);
    await insertApiKey(by, { ...made.key, account_state });
    return made;
  });
}

/** A key that nothing is stored of yet. */
function newKey(account: string, by: Asking, request: NewKeyFields, now: Date): MadeKey {
  const { keyId, secret, text } = newApiKey(request.mode);
  const key = {
    key_id: keyId,
    account,
    ...request,
    secret_sha256: sha256Hex(secret),
    created_at: now.toISOString(),
    created_by: by?.key_id,
  };
  return { key, text };
}

/** A sandbox is looked after like an account: so it is one, from its first key on. */
async function beginSandbox(key: StoredKey, now: Date): Promise<void> {
  const ledger = await loadLedgerOf(key);
  if (isSandbox(ledger)) await ensureAccount(ledger, now);
}

type NewKeyFields = KeyRequest & Pick<StoredKey, "account_state">;

async function rejectTooManyKeys(account: string, now: Date): Promise<void> {
  if ((await countWorkingKeys(account, now)) < MOST_KEYS) return;
  throw new DomainError("key_limit_reached", `an account has at most ${MOST_KEYS} keys that work`);
}

/** For so long a key is listed after its end: the time in which somebody asks what has become of it. */
const LISTED_DAYS = 90;

/** The keys of its account that `by` may see, those that ended lately included. */
export async function listKeys(by: StoredKey, now: Date): Promise<UsedKey[]> {
  const since = new Date(now.getTime() - LISTED_DAYS * 24 * 3_600_000);
  const keys = await loadKeysOf(by.account, since);
  return keys.filter(({ key }) => isVisibleTo(by, key));
}

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
    await rejectRevoked(by);
    const revoked = { ...key, revoked_at: now.toISOString(), revoked_by: by?.key_id };
    await revokeApiKey(by, revoked);
    return revoked;
  });
}

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
    rejectEnded(old, now);
    await rejectRevoked(by);
    const { name, scope, mode, expires_at, account_state } = old;
    const like = { name, scope, mode, expires_at, account_state };
    if (by) rejectWiderKey(by, like);
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
