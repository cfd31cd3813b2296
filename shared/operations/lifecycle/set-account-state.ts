import {
  type AccountRecord,
  type AccountState,
  inState,
  retentionEnd,
} from "../../accounts/account.ts";
import { loadKeysOf } from "../../accounts/key-listings.ts";
import { noSuchAccount } from "../../accounts/refused-command.ts";
import { loadAccount, saveAccount } from "../../accounts/store-accounts.ts";
import { setKeyState } from "../../accounts/store-keys.ts";
import { dayOf } from "../../core/calendar/iso-date.ts";
import { latestSupplyDay } from "../../ledger/events/store-event-list.ts";
import { withRetries } from "../../platform/retries.ts";

/** An account, and how many of its keys were told. */
export type ChangedAccount = { readonly record: AccountRecord; readonly keys: number };

/**
 * Suspends or closes an account, or lets it work again when `state` is none. First the account itself, so that
 * no key is made under the former state, then each key that works. Broken off, it is to be run again.
 * @throws RefusedCommand when there is no such account; DomainError `not_ready`
 */
export async function setAccountState(
  account: string,
  state: AccountState | undefined,
  now: Date,
): Promise<ChangedAccount> {
  const record = await withRetries(async () => {
    const seen = await loadAccount(account);
    if (!seen) throw noSuchAccount(account);
    const retention_ends_on =
      state === "closed" ? retentionEnd(await latestSupplyDay(account), dayOf(now)) : undefined;
    const changed = inState(seen, state, { now, retention_ends_on });
    if (changed !== seen) await saveAccount(seen, changed);
    return changed;
  });
  const keys = await loadKeysOf(account, now);
  for (const { key } of keys) {
    if (key.account_state !== state) {
      await withRetries(() => setKeyState(account, key.key_id, state));
    }
  }
  return { record, keys: keys.length };
}
