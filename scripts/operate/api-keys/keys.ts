import type { KeyRequest } from "../../../shared/accounts/keys.ts";
import {
  createKey,
  revokeKey as revoke,
  rotateKey as rotate,
} from "../../../shared/accounts/manage-keys.ts";
import { ensureAccount } from "../../../shared/accounts/store-accounts.ts";
import { DomainError } from "../../../shared/core/errors/errors.ts";
import { type AuthorId, accountOf, type LedgerId } from "../../../shared/core/ids.ts";
import { loadApiKey } from "../../../shared/platform/credentials/store-api-key.ts";
import { Failure } from "../../local/failure.ts";

/** The operator's request for a key of an account. */
export type IssuedKey = KeyRequest & { readonly account: LedgerId };

/** Issues a key and returns its text, the only time that its secret is visible. The account is created on first use. */
export async function issueKey(issued: IssuedKey, now: Date): Promise<string> {
  const { account, name, scope, mode, expires_at } = issued;
  await ensureAccount(account, now);
  const request = { name, scope, mode, expires_at };
  return (await orFailure(createKey(accountOf(account), undefined, request, now))).text;
}

/**
 * Issues a key with the same properties; the old key works for 48 more hours.
 * @throws Failure if there is no such key, or it was rotated, revoked or expired before.
 */
export const rotateKey = async (keyId: AuthorId, now: Date): Promise<string> =>
  (await orFailure(rotate(undefined, keyId, now))).text;

/**
 * Revokes a key at once, also one that is being rotated.
 * @throws Failure if there is no such key, or it is revoked already.
 */
export async function revokeKey(keyId: AuthorId, now: Date): Promise<void> {
  const key = await loadApiKey(keyId);
  if (!key) throw new Failure(`there is no key ${keyId}`);
  if (key.revoked_at) throw new Failure(`the key ${keyId} has been rotated or revoked already`);
  await orFailure(revoke(undefined, keyId, now));
}

async function orFailure<T>(made: Promise<T>): Promise<T> {
  try {
    return await made;
  } catch (error) {
    if (error instanceof DomainError) throw new Failure(error.message);
    throw error;
  }
}
