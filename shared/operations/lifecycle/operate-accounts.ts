import type { AccountRecord, AccountState } from "../../accounts/account.ts";
import type { OperatorCommand } from "../../accounts/operator-command.ts";
import { openSandbox } from "../../accounts/sandbox.ts";
import { accountRecordPages, isAccount } from "../../accounts/store-accounts.ts";
import { loadSandbox } from "../../accounts/store-sandboxes.ts";
import { type Erasure, eraseFreeText } from "./erase-free-text.ts";
import { type ChangedAccount, setAccountState } from "./set-account-state.ts";

/** What came of a command. */
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
 * Carries out what an operator asks for; what becomes of an account becomes of its sandbox.
 * @throws RefusedCommand when it cannot be; DomainError `not_ready`
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
    const answer = { action, ...(await eraseFreeText(account, now)) };
    if (hasSandbox) await eraseFreeText(sandbox, now);
    return answer;
  }
  const answer = { action, ...(await setAccountState(account, STATES[action], now)) };
  if (hasSandbox) await setAccountState(sandbox, STATES[action], now);
  return answer;
}
