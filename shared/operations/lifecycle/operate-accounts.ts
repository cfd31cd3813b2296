import {
  type AccountRecord,
  type AccountState,
  inState,
  noSuchAccount,
  type OperatorCommand,
  retentionEnd,
} from "../../accounts/account.ts";
import { openSandbox } from "../../accounts/sandbox.ts";
import {
  accountRecordPages,
  isAccount,
  loadAccount,
  saveAccount,
} from "../../accounts/store-accounts.ts";
import { loadKeysOf, setKeyState } from "../../accounts/store-keys.ts";
import { loadSandbox } from "../../accounts/store-sandboxes.ts";
import { dayOf } from "../../core/calendar/dates.ts";
import { accountOf, isSandbox, type LedgerId, ledgerOf } from "../../core/ids.ts";
import { latestSupplyDay } from "../../ledger/events/store-event-list.ts";
import { withRetries } from "../../platform/calls.ts";
import { type Erasure, eraseFreeText } from "./erase-free-text.ts";

type ChangedAccount = { readonly record: AccountRecord; readonly keys: number };

/**
 * Suspends or closes an account, or resumes it if `state` is undefined. Changes the account first, so that no key is
 * made in the former state, then each active key. An interrupted run must be repeated.
 * @throws RejectedCommand if there is no such account; DomainError `not_ready`
 */
export async function setAccountState(
  ledger: LedgerId,
  state: AccountState | undefined,
  now: Date,
): Promise<ChangedAccount> {
  const record = await withRetries(async () => {
    const seen = await loadAccount(ledger);
    if (!seen) throw noSuchAccount(ledger);
    const retention_ends_on =
      state === "closed" ? retentionEnd(await latestSupplyDay(ledger), dayOf(now)) : undefined;
    const changed = inState(seen, state, { now, retention_ends_on });
    if (changed !== seen) await saveAccount(seen, changed, now);
    return changed;
  });
  const owner = accountOf(ledger);
  // A sandbox has no keys of its own: those of its account open it.
  const keys = isSandbox(ledger) ? [] : await loadKeysOf(owner, now);
  for (const { key } of keys) {
    if (key.account_state !== state) {
      await withRetries(() => setKeyState(owner, key.key_id, state));
    }
  }
  return { record, keys: keys.length };
}

export type OperatorAnswer =
  | { readonly action: "list"; readonly accounts: readonly AccountRecord[] }
  | ({ readonly action: "suspend" | "resume" | "close" } & ChangedAccount)
  | ({ readonly action: "erase-free-text" } & Erasure);

const STATES: Readonly<Record<"suspend" | "resume" | "close", AccountState | undefined>> = {
  suspend: "suspended",
  resume: undefined,
  close: "closed",
};

/**
 * Executes a command of the operator; a change of an account also applies to its sandbox.
 * @throws RejectedCommand if the command is impossible; DomainError `not_ready`
 */
export async function operateAccounts(
  command: OperatorCommand,
  now: Date,
): Promise<OperatorAnswer> {
  const { action } = command;
  if (action === "list") {
    return { action, accounts: (await Array.fromAsync(accountRecordPages())).flat() };
  }
  const { account } = command;
  const sandbox = openSandbox(account, await loadSandbox(account));
  const hasSandbox = await isAccount(sandbox);
  if (action === "erase-free-text") {
    const answer = { action, ...(await eraseFreeText(ledgerOf(account), now)) };
    if (hasSandbox) await eraseFreeText(sandbox, now);
    return answer;
  }
  const answer = { action, ...(await setAccountState(ledgerOf(account), STATES[action], now)) };
  if (hasSandbox) await setAccountState(sandbox, STATES[action], now);
  return answer;
}
