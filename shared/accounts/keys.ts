import { DomainError, rejectFaulty } from "../core/errors/errors.ts";
import { faultIf } from "../core/errors/field-errors.ts";
import type { AccountId, AuthorId } from "../core/ids.ts";
import { isEnded, LAST_INSTANT, type StoredKey } from "../platform/credentials/api-key.ts";
import type { AccountRecord } from "./account.ts";
import { PERSON_ID } from "./people/person.ts";

/** Maximum number of working keys of an account. */
export const MOST_KEYS = 100;

/** Hours for which a rotated key still works, by default and at most. */
export const ROTATION_HOURS = 48;

export type KeyRequest = Pick<StoredKey, "scope" | "mode"> & {
  readonly name?: string | undefined;
  readonly expires_at?: string | undefined;
};

/**
 * Returns the state that a new key copies from its account. A closed account gets only read-only keys, because it is
 * still read for years.
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

/**
 * Rejects a new key whose end is in the past.
 * @throws DomainError `invalid_request`
 */
export const rejectPastEnd = ({ expires_at }: KeyRequest, now: Date): void =>
  rejectFaulty(
    faultIf(
      expires_at !== undefined && expires_at <= now.toISOString(),
      "expires_at",
      "must lie in the future",
    ),
  );

/**
 * The author of a change of keys: a key of the account, or an owner who has signed in and who counts as a full live key without
 * an end.
 */
export type KeyAuthor = Pick<
  StoredKey,
  "key_id" | "account" | "scope" | "mode" | "person" | "expires_at" | "replaced_by"
>;

export const isPerson = ({ key_id }: Pick<KeyAuthor, "key_id">): boolean => PERSON_ID.test(key_id);

export const ownerAsAuthor = (person: AuthorId, account: AccountId): KeyAuthor => ({
  key_id: person,
  account,
  scope: "full",
  mode: "live",
  person,
});

/**
 * Returns the requested key with the defaults of the key `by`.
 * @throws DomainError `insufficient_scope`, see rejectWiderKey
 */
export function grantedBy(
  by: KeyAuthor,
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
 * Rejects a key that would allow more, or work longer, than `by`: a key that was issued for a month must not create a
 * permanent one.
 * @throws DomainError `insufficient_scope`
 */
export function rejectWiderKey(by: KeyAuthor, { scope, mode, expires_at }: KeyRequest): void {
  if (by.scope !== "full" && scope === "full") throw tooMuch("a read-only key makes no full one");
  if (by.mode === "test" && mode === "live") throw tooMuch("a test key makes no live one");
  if (by.expires_at !== undefined && (expires_at ?? LAST_INSTANT) > by.expires_at) {
    throw tooMuch(`a key that ends at ${by.expires_at} makes none that ends later`);
  }
}

const tooMuch = (message: string): DomainError => new DomainError("insufficient_scope", message);

/** True if `by` may see `key`. A test key sees the test keys of its account; a live key or a person sees all of them. */
export const isVisibleTo = (by: KeyAuthor, key: StoredKey): boolean =>
  key.account === by.account && (by.mode === "live" || key.mode === "test");

/** Returns the end of the old key after a rotation. A rotation never extends the old key. */
export function endAfterRotation({ expires_at }: StoredKey, now: Date, hours: number): string {
  const end = new Date(now.getTime() + hours * 3_600_000).toISOString();
  return expires_at !== undefined && expires_at < end ? expires_at : end;
}

/**
 * Rejects the rotation of a key that has ended or was rotated.
 * @throws DomainError `key_ended`
 */
export function rejectEnded(key: StoredKey, now: Date): void {
  if (isEnded(key, now) || key.replaced_by !== undefined) {
    throw new DomainError("key_ended", "the key has been rotated or revoked already");
  }
}

/**
 * Rejects a change of a key by a key that was replaced. Until its end, such a key may stop only itself and the keys that
 * it has made, but not its successor: otherwise a stolen key could lock out the owner who has replaced it.
 * @throws DomainError `insufficient_scope`
 */
export function rejectReplaced(by: KeyAuthor, key: StoredKey): void {
  const isOwn = key.key_id === by.key_id || key.created_by === by.key_id;
  if (by.replaced_by === undefined || (isOwn && key.key_id !== by.replaced_by)) return;
  throw tooMuch("a key that was replaced changes only itself and the keys that it has made");
}
