import type { KeyRequest } from "../../../shared/accounts/keys.ts";
import {
  createKey,
  revokeKey as revoke,
  rotateKey as rotate,
} from "../../../shared/accounts/manage-keys.ts";
import { ensureAccount } from "../../../shared/accounts/store-accounts.ts";
import { loadApiKey } from "../../../shared/accounts/store-keys.ts";
import { DomainError } from "../../../shared/core/errors/errors.ts";
import { Failure } from "../../local/failure.ts";

/** A key for an account, as an operator asks for it. */
export type IssuedKey = KeyRequest & { readonly account: string };

/** A new key as text: the only time anybody sees its secret. The account is created on first use. */
export async function issueKey(issued: IssuedKey, now: Date): Promise<string> {
  const { account, name, scope, mode, expires_at } = issued;
  await ensureAccount(account, now);
  const request = { name, scope, mode, expires_at };
  return (await orFailure(createKey(account, undefined, request, now))).text;
}

/**
 * A new key like the old one, which works for 48 more hours.
 * @throws Failure when there is no such key, or it was rotated, revoked or over before.
 */
export const rotateKey = async (keyId: string, now: Date): Promise<string> =>
  (await orFailure(rotate(undefined, keyId, now))).text;

/**
 * Ends a key at once, also one that is being rotated.
 * @throws Failure when there is no such key, or it is revoked already.
 */
export async function revokeKey(keyId: string, now: Date): Promise<void> {
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
