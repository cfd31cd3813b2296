import { DomainError, notFound } from "../core/errors/errors.ts";
import { sha256Of } from "../core/hash.ts";
import { type AccountId, type AuthorId, isSandbox } from "../core/ids.ts";
import { withRetries } from "../platform/calls.ts";
import type { StoredKey } from "../platform/credentials/api-key.ts";
import { loadApiKey, loadOpenedLedger } from "../platform/credentials/store-api-key.ts";
import type { UsedKey } from "./key-schema.ts";
import {
  endAfterRotation,
  isPerson,
  isVisibleTo,
  type KeyAuthor,
  type KeyRequest,
  keyStateIn,
  MOST_KEYS,
  ownerAsAuthor,
  ROTATION_HOURS,
  rejectEnded,
  rejectPastEnd,
  rejectReplaced,
  rejectWiderKey,
} from "./keys.ts";
import { ensureAccount, loadAccount } from "./store-accounts.ts";
import {
  type Asking,
  countWorkingKeys,
  insertApiKey,
  loadKeysOf,
  newApiKey,
  revokeApiKey,
} from "./store-keys.ts";

/**
 * Loads the author of a change of keys: the key that a request came with, or the owner who has signed in.
 * @throws DomainError `invalid_api_key` when the key has been revoked since
 */
export async function loadKeyAuthor(author: AuthorId, account: AccountId): Promise<KeyAuthor> {
  if (isPerson({ key_id: author })) return ownerAsAuthor(author, account);
  const by = await loadApiKey(author);
  if (!by || by.revoked_at !== undefined) throw revoked();
  return by;
}

/**
 * Rejects a change that is requested with a revoked key. The role of a person was checked with the request.
 * @returns the current record of the author
 * @throws DomainError `invalid_api_key`
 */
async function rejectRevoked(by: Asking): Promise<Asking> {
  if (!by || isPerson(by)) return by;
  const current = await loadApiKey(by.key_id);
  if (current?.revoked_at !== undefined) throw revoked();
  return current;
}

const revoked = (): DomainError =>
  new DomainError("invalid_api_key", "this API key is not valid any more");

/**
 * Loads a key that `by` may see; an operator sees all keys.
 * @throws DomainError `not_found`
 */
async function loadVisibleKey(by: Asking, keyId: AuthorId): Promise<StoredKey> {
  const key = await loadApiKey(keyId);
  if (!key || (by && !isVisibleTo(by, key))) throw notFound("key");
  return key;
}

/** Returns the person that an author is or counts as; undefined for a key that an operator has made. */
export const loadPersonOf = async (author: AuthorId): Promise<string | undefined> =>
  isPerson({ key_id: author }) ? author : (await loadApiKey(author))?.person;

/** A key with its text, the only time that its secret is returned. */
type MadeKey = { readonly key: StoredKey; readonly text: string };

/**
 * Creates a key of the account. `by` is a key or an owner of that account, or undefined for an operator.
 * @throws DomainError `account_suspended`, `account_closed`, `key_limit_reached`, `invalid_request` when its end is in
 *   the past, `invalid_api_key` when `by` has been revoked meanwhile, `not_ready`
 */
export async function createKey(
  account: AccountId,
  by: Asking,
  request: KeyRequest,
  now: Date,
): Promise<MadeKey> {
  rejectPastEnd(request, now);
  await rejectTooManyKeys(account, now);
  const made = newKey(account, by, request, now);
  await beginSandbox(made.key, now);
  return withRetries(async () => {
    // After a lost response the key may exist; no other request uses its id.
    if (await loadApiKey(made.key.key_id)) return made;
    await rejectRevoked(by);
    const account_state = keyStateIn(await loadAccount(account), request);
    await insertApiKey(by, { ...made.key, account_state });
    return made;
  });
}

/** Builds a key that is not stored yet. */
function newKey(account: AccountId, by: Asking, request: NewKeyFields, now: Date): MadeKey {
  const { keyId, secret, text } = newApiKey(request.mode, account);
  const key = {
    key_id: keyId,
    account,
    ...request,
    secret_sha256: sha256Of(secret),
    created_at: now.toISOString(),
    created_by: by?.key_id,
    person: by?.person,
  };
  return { key, text };
}

/** Creates the account record of a sandbox with its first key, because jobs treat a sandbox like an account. */
async function beginSandbox(key: StoredKey, now: Date): Promise<void> {
  const { ledger } = await loadOpenedLedger(key);
  if (isSandbox(ledger)) await ensureAccount(ledger, now);
}

type NewKeyFields = KeyRequest & Pick<StoredKey, "account_state">;

async function rejectTooManyKeys(account: AccountId, now: Date): Promise<void> {
  if ((await countWorkingKeys(account, now)) < MOST_KEYS) return;
  throw new DomainError("key_limit_reached", `an account has at most ${MOST_KEYS} keys that work`);
}

/** Days for which a key is listed after its end. */
const LISTED_DAYS = 90;

/** Lists the keys of the account that `by` may see, including recently ended ones. */
export async function listKeys(by: KeyAuthor, now: Date): Promise<UsedKey[]> {
  const since = new Date(now.getTime() - LISTED_DAYS * 24 * 3_600_000);
  const keys = await loadKeysOf(by.account, since);
  return keys.filter(({ key }) => isVisibleTo(by, key));
}

/**
 * Revokes a key at once; a revoked key stays unchanged. No key revokes itself unless it has a successor, so that an
 * account cannot lock itself out with one call.
 * @returns the current record of the key
 * @throws DomainError `not_found`, `key_in_use`, `insufficient_scope` when `by` was replaced and the key is not its own,
 *   `invalid_api_key` when `by` has been revoked meanwhile, `not_ready`
 */
export async function revokeKey(by: Asking, keyId: AuthorId, now: Date): Promise<StoredKey> {
  return withRetries(async () => {
    const key = await loadVisibleKey(by, keyId);
    if (by?.key_id === keyId && key.replaced_by === undefined) {
      throw new DomainError("key_in_use", "a key cannot end itself");
    }
    if (key.revoked_at !== undefined) return key;
    const current = await rejectRevoked(by);
    if (current) rejectReplaced(current, key);
    const revoked = { ...key, revoked_at: now.toISOString(), revoked_by: by?.key_id };
    await revokeApiKey(by, revoked);
    return revoked;
  });
}

/**
 * Creates a successor with the properties and the end of the old key. The old key works for `hours` more, or until its
 * earlier end; with 0 it ends at once. Both changes are one transaction.
 * @throws DomainError `not_found`, `key_ended`, `insufficient_scope` when the old key allows more than `by`, or `by` was
 *   replaced and the key is not its own, `invalid_api_key` when `by` has been revoked meanwhile, `not_ready`
 */
export async function rotateKey(
  by: Asking,
  keyId: AuthorId,
  now: Date,
  hours = ROTATION_HOURS,
): Promise<MadeKey> {
  let made: MadeKey | undefined;
  return withRetries(async () => {
    const old = await loadVisibleKey(by, keyId);
    // After a lost response the rotation may be stored; no other request uses the new id.
    if (made && old.replaced_by === made.key.key_id) return made;
    rejectEnded(old, now);
    const current = await rejectRevoked(by);
    if (current) rejectReplaced(current, old);
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
