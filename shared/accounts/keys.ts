import * as z from "zod";
import { DomainError, rejectFaulty } from "../core/errors/errors.ts";
import { faultIf } from "../core/errors/field-errors.ts";
import type { DatedProfile } from "../vat/seller/profile.ts";
import { ACCOUNT_STATES, type AccountRecord } from "./account.ts";
import type { Sources } from "./sources.ts";

/** Keys of an account that work at the same time, at most. */
export const MOST_KEYS = 100;

/** How long a key goes on working after it has been rotated, unless less is asked for. */
export const ROTATION_HOURS = 48;

/** The instant from which it opens nothing; undefined when nobody has set one. */
export function endOf({ expires_at, revoked_at }: StoredKey): string | undefined {
  if (expires_at === undefined || revoked_at === undefined) return revoked_at ?? expires_at;
  return revoked_at < expires_at ? revoked_at : expires_at;
}

export const isEnded = (key: StoredKey, now: Date): boolean =>
  (endOf(key) ?? LAST_INSTANT) <= now.toISOString();

/** Sorts behind every instant. */
const LAST_INSTANT = "~";

/** What is asked of a key that is to be made. */
export type KeyRequest = Pick<StoredKey, "scope" | "mode"> & {
  readonly name?: string | undefined;
  readonly expires_at?: string | undefined;
};

/**
 * The state that a new key takes from its account. A closed account is read for years: it gets keys, but
 * no full ones.
 * @throws DomainError `account_suspended`, `account_closed`
 */
export function keyStateIn(
  account: AccountRecord | undefined,
  { scope }: Pick<KeyRequest, "scope">,
): StoredKey["account_state"] {
  const state = account?.account_state;
  if (state === "suspended") throw new DomainError("account_suspended", "the account is suspended");
  if (state === "closed" && scope === "full") {
    throw new DomainError("account_closed", "a closed account has read-only keys");
  }
  return state === "closed" ? state : undefined;
}

/** @throws DomainError `invalid_request` when the end of a new key is over already */
export const rejectPastEnd = ({ expires_at }: KeyRequest, now: Date): void =>
  rejectFaulty(
    faultIf(
      expires_at !== undefined && expires_at <= now.toISOString(),
      "expires_at",
      "must lie in the future",
    ),
  );

/**
 * What is asked for with the key `by`: what is left unsaid is as that key is.
 * @throws DomainError `insufficient_scope`, see rejectTooManyKeys
 */
export function grantedBy(
  by: StoredKey,
  { name, scope, mode = by.mode, expires_at = by.expires_at }: RequestedKey,
): KeyRequest {
  const request = { name, scope, mode, expires_at };
  rejectWiderKey(by, request);
  return request;
}

type RequestedKey = Pick<KeyRequest, "name" | "scope"> & {
  readonly mode?: KeyRequest["mode"] | undefined;
  readonly expires_at?: string | undefined;
};

/**
 * @throws DomainError `insufficient_scope` when a key would open more, or longer, than `by` does: who is
 *   given a key for a month must not make one for ever
 */
export function rejectWiderKey(by: StoredKey, { scope, mode, expires_at }: KeyRequest): void {
  if (by.scope !== "full" && scope === "full") throw tooMuch("a read-only key makes no full one");
  if (by.mode === "test" && mode === "live") throw tooMuch("a test key makes no live one");
  if (by.expires_at !== undefined && (expires_at ?? LAST_INSTANT) > by.expires_at) {
    throw tooMuch(`a key that ends at ${by.expires_at} makes none that ends later`);
  }
}

const tooMuch = (message: string): DomainError => new DomainError("insufficient_scope", message);

/** A test key sees the test keys of its account; a live key sees all. */
export const isVisibleTo = (by: StoredKey, key: StoredKey): boolean =>
  key.account === by.account && (by.mode === "live" || key.mode === "test");

/** When the old key ends after a rotation: never later than it would have anyway. */
export function endAfterRotation({ expires_at }: StoredKey, now: Date, hours: number): string {
  const end = new Date(now.getTime() + hours * 3_600_000).toISOString();
  return expires_at !== undefined && expires_at < end ? expires_at : end;
}

/** @throws DomainError `key_ended` when there is nothing left of the key to rotate */
export function rejectEnded(key: StoredKey, now: Date): void {
  if (isEnded(key, now) || key.replaced_by !== undefined) {
    throw new DomainError("key_ended", "the key has been rotated or revoked already");
  }
}

/** What is stored of an API key. Instants are ISO 8601 UTC. */
export const StoredKey = z.object({
  key_id: z.string(),
  account: z.string(),
  /** What people call it. */
  name: z.string().optional(),
  scope: z.enum(["full", "read-only"]),
  /** That of its account, so that a call needs no second read. */
  account_state: z.enum(ACCOUNT_STATES).optional(),
  mode: z.enum(["live", "test"]),
  /** Hex SHA-256 of the secret. */
  secret_sha256: z.string(),
  created_at: z.string(),
  /** The id of the key that asked for it; none when an operator issued it. */
  created_by: z.string().optional(),
  expires_at: z.string().optional(),
  /** The key that takes its place; it works until `expires_at`. */
  replaced_by: z.string().optional(),
  rotated_by: z.string().optional(),
  revoked_at: z.string().optional(),
  revoked_by: z.string().optional(),
});
export type StoredKey = z.output<typeof StoredKey>;

/** The profile without its name; where it was established decides about returns, and stays. */
export function withoutName(profile: DatedProfile): DatedProfile {
  const { display_name, ...rest } = profile;
  return display_name === undefined ? profile : rest;
}

/** Sources under their keys alone, which hold no personal data. */
export function withoutNames(sources: Sources): Sources {
  const named = sources.items.filter(isNamed);
  if (named.length === 0) return sources;
  return {
    ...sources,
    items: sources.items.map(({ platform, ...source }) => ({
      ...source,
      display_name: source.source_key,
    })),
  };
}

const isNamed = ({ display_name, platform, source_key }: Sources["items"][number]): boolean =>
  display_name !== source_key || platform !== undefined;
