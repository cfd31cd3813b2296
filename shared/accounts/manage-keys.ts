import { DomainError } from "../core/errors/errors.ts";
import { isSandbox } from "../core/sandbox-account.ts";
import { withRetries } from "../platform/retries.ts";
import { countWorkingKeys } from "./key-listings.ts";
import { type KeyRequest, keyStateIn, MOST_KEYS, refuseOver } from "./keys.ts";
import { refuseRevoked } from "./load-key.ts";
import { newApiKey, sha256Hex } from "./new-api-key.ts";
import { loadLedgerOf } from "./opened-ledger.ts";
import { ensureAccount, loadAccount } from "./store-accounts.ts";
import { type Asking, insertApiKey, loadApiKey } from "./store-keys.ts";
import type { StoredKey } from "./stored-key.ts";

/** A key, and its text: the only time anybody sees its secret. */
export type MadeKey = { readonly key: StoredKey; readonly text: string };

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
  refuseOver(request, now);
  await refuseTooMany(account, now);
  const made = newKey(account, by, request, now);
  await beginSandbox(made.key, now);
  return withRetries(async () => {
    // After a lost answer: its id is nobody else's.
    if (await loadApiKey(made.key.key_id)) return made;
    await refuseRevoked(by);
    const account_state = keyStateIn(await loadAccount(account), request);
    await insertApiKey(by, { ...made.key, account_state });
    return made;
  });
}

/** A key that nothing is stored of yet. */
export function newKey(account: string, by: Asking, request: NewKeyFields, now: Date): MadeKey {
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
export async function beginSandbox(key: StoredKey, now: Date): Promise<void> {
  const ledger = await loadLedgerOf(key);
  if (isSandbox(ledger)) await ensureAccount(ledger, now);
}

type NewKeyFields = KeyRequest & Pick<StoredKey, "account_state">;

async function refuseTooMany(account: string, now: Date): Promise<void> {
  if ((await countWorkingKeys(account, now)) < MOST_KEYS) return;
  throw new DomainError("key_limit_reached", `an account has at most ${MOST_KEYS} keys that work`);
}
