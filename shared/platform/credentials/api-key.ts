import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import type { AccountId, AuthorId } from "../../core/ids.ts";

/** The states of an account that restrict it. A working account has none. */
export const ACCOUNT_STATES = ["suspended", "closed"] as const;

/** The stored record of an API key. Instants are ISO 8601 UTC. */
export const StoredKey = z.object({
  key_id: z.string().brand("AuthorId"),
  account: z.string().brand("AccountId"),
  name: z.string().optional(),
  scope: z.enum(["full", "read-only"]),
  /** A copy of the account's state, so that a call needs no second read. */
  account_state: z.enum(ACCOUNT_STATES).optional(),
  mode: z.enum(["live", "test"]),
  /** The SHA-256 hash of the secret in hexadecimal. */
  secret_sha256: z.string(),
  created_at: z.string(),
  /** The id of the key or person that created this key; absent when an operator created it. */
  created_by: z.string().optional(),
  /** The person that the key counts as: its creator, or the person of the key that created it. */
  person: z.string().optional(),
  expires_at: z.string().optional(),
  /** The id of the successor after a rotation; this key works until `expires_at`. */
  replaced_by: z.string().optional(),
  rotated_by: z.string().optional(),
  revoked_at: z.string().optional(),
  revoked_by: z.string().optional(),
});
export type StoredKey = z.output<typeof StoredKey>;

/** Returns the instant at which the key ends; undefined when it has no end. */
export function endOf({ expires_at, revoked_at }: StoredKey): string | undefined {
  if (expires_at === undefined || revoked_at === undefined) return revoked_at ?? expires_at;
  return revoked_at < expires_at ? revoked_at : expires_at;
}

export const isEnded = (key: StoredKey, now: Date): boolean =>
  (endOf(key) ?? LAST_INSTANT) <= now.toISOString();

/** A text that sorts after every instant. */
export const LAST_INSTANT = "~";

export type Mode = StoredKey["mode"];
export type ApiKey = { readonly mode: Mode; readonly keyId: AuthorId; readonly secret: string };

/*
 * The secret of a live key may say which account the key belongs to, and prove it:
 *
 * <random, 43 characters><proof, 20 characters><account>
 *
 * The proof is an HMAC with a secret of the stage. It authenticates nobody: the key's record still decides. It lets a
 * request read the account's data concurrently with that record, and nobody without a key can make it do so.
 */
const RANDOM_LENGTH = 43;
const PROOF_BYTES = 15;
const PROVEN_LENGTH = RANDOM_LENGTH + 20;

/** Reads the secrets of the stage. The first one makes proofs, all of them check proofs, so that one can replace another. */
export const stageSecrets = (): string[] =>
  (process.env["KEY_PROOF_SECRETS"] ?? "").split(/\s+/).filter((secret) => secret !== "");

type NamedKey = { readonly keyId: AuthorId; readonly account: AccountId };

const proofOf = (stageSecret: string, random: string, { keyId, account }: NamedKey): Buffer =>
  createHmac("sha256", stageSecret)
    .update(JSON.stringify([keyId, random, account]))
    .digest()
    .subarray(0, PROOF_BYTES);

/** Adds proof and account to the random part of a secret; returns it unchanged in a process without a stage secret. */
export function withProof(random: string, key: NamedKey): string {
  const [stageSecret] = stageSecrets();
  if (stageSecret === undefined) return random;
  return `${random}${proofOf(stageSecret, random, key).toString("base64url")}${key.account}`;
}

/** The account that a key names: proven, or forged. A key without a proof names none. */
type AccountClaim =
  | { readonly status: "none" }
  | { readonly status: "forged" }
  | { readonly status: "proven"; readonly account: AccountId };

/** Checks the proof of a live key in constant time. A process without a stage secret takes no account from keys. */
export function claimOf(key: {
  readonly mode: string;
  readonly keyId: AuthorId;
  readonly secret: string;
}): AccountClaim {
  const secrets = stageSecrets();
  const { mode, keyId, secret } = key;
  if (mode !== "live" || secret.length <= PROVEN_LENGTH || secrets.length === 0) {
    return { status: "none" };
  }
  const random = secret.slice(0, RANDOM_LENGTH);
  const account = secret.slice(PROVEN_LENGTH) as AccountId;
  const given = Buffer.from(secret.slice(RANDOM_LENGTH, PROVEN_LENGTH), "base64url");
  const isProven = secrets
    .map((secret) => timingSafeEqual(given, proofOf(secret, random, { keyId, account })))
    .includes(true);
  return isProven ? { status: "proven", account } : { status: "forged" };
}
