import { sandboxOf } from "../core/sandbox-account.ts";
import { openSandbox, type SandboxState } from "./sandbox.ts";
import type { SandboxAnswer } from "./sandbox-answer.ts";
import { isAccount } from "./store-accounts.ts";

/** Which sandbox the account has, when others were emptied and by whom, and whether all of them is removed. */
export async function showSandbox(account: string, state: SandboxState): Promise<SandboxAnswer> {
  const emptied = state.emptied.map(async ({ generation, emptied_at, emptied_by }) => {
    const ledger = sandboxOf(account, generation);
    return { account: ledger, emptied_at, emptied_by, removed: !(await isAccount(ledger)) };
  });
  return { account: openSandbox(account, state), emptied: await Promise.all(emptied) };
}
