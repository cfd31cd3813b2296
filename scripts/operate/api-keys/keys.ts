import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import type { StoredKey } from "../../../shared/accounts/stored-key.ts";
import { type Mode, newApiKey, sha256Hex } from "../../../shared/api/api-key.ts";
import { ensureAccount } from "../../../shared/store/accounts.ts";
import { endApiKey, insertApiKey, loadApiKey } from "../../../shared/store/api-keys.ts";
import { Failure } from "../../local/failure.ts";

export type KeyRequest = {
  readonly account: string;
  readonly scope: StoredKey["scope"];
  readonly mode: Mode;
};

/** How long a key goes on working after it has been replaced. */
const ROTATION_HOURS = 48;

/** A new key as text: the only time anybody sees its secret. The account is created on first use. */
export async function issueKey({ account, scope, mode }: KeyRequest, now: Date): Promise<string> {
  const key = newApiKey(mode);
  await ensureAccount(account, now);
  await insertApiKey({
    key_id: key.keyId,
    account,
    scope,
    mode,
    secret_sha256: sha256Hex(key.secret),
    created_at: now.toISOString(),
  });
  return key.text;
}

/**
 * A new key like the old one, which works for 48 more hours. The new key comes first: a rotation
 * that breaks off leaves the caller with a key that works.
 * @throws Failure when there is no such key, or its end is set already.
 */
export async function rotateKey(keyId: string, now: Date): Promise<string> {
  const old = await keyWithoutEnd(keyId);
  const text = await issueKey(old, now);
  const end = new Date(now.getTime() + ROTATION_HOURS * 3_600_000);
  await endKey(old, "expires_at", end);
  return text;
}

/**
 * Ends a key at once, also one that is being rotated.
 * @throws Failure when there is no such key, or it is revoked already.
 */
export async function revokeKey(keyId: string, now: Date): Promise<void> {
  await endKey(await existingKey(keyId), "revoked_at", now);
}

async function existingKey(keyId: string): Promise<StoredKey> {
  const stored = await loadApiKey(keyId);
  if (!stored) throw new Failure(`there is no key ${keyId}`);
  return stored;
}

async function keyWithoutEnd(keyId: string): Promise<StoredKey> {
  const stored = await existingKey(keyId);
  if (stored.revoked_at || stored.expires_at) throw alreadyEnded(keyId);
  return stored;
}

async function endKey(key: StoredKey, end: "expires_at" | "revoked_at", at: Date): Promise<void> {
  try {
    await endApiKey(key.account, key.key_id, end, at.toISOString());
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) throw alreadyEnded(key.key_id);
    throw error;
  }
}

const alreadyEnded = (keyId: string): Failure =>
  new Failure(`the key ${keyId} has been rotated or revoked already`);
