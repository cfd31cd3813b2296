import { announceRemoval } from "../../accounts/removal-queue.ts";
import { emptied, openSandbox, type SandboxState } from "../../accounts/sandbox.ts";
import { ensureAccount } from "../../accounts/store-accounts.ts";
import { loadSandbox, switchSandbox } from "../../accounts/store-sandboxes.ts";
import { DomainError } from "../../core/errors/errors.ts";
import { holderOf, isSandbox } from "../../core/sandbox-account.ts";
import { withRetries } from "../../platform/retries.ts";

/**
 * Empties the sandbox that the key of this call opens: the account has a new one from then on, and what was in the
 * former is removed in the background. Of two calls at once the second finds it emptied.
 * @param ledger the one that the key opens
 * @throws DomainError `test_key_required` when that is no sandbox; `not_ready`
 */
export async function emptySandbox(
  ledger: string,
  by: { readonly keyId: string; readonly now: Date },
): Promise<SandboxState> {
  if (!isSandbox(ledger)) {
    throw new DomainError("test_key_required", "a live key empties nothing: send a test key");
  }
  const account = holderOf(ledger);
  const state = await withRetries(async () => {
    const seen = await loadSandbox(account);
    // By another call, or by this one, whose answer was lost.
    if (openSandbox(account, seen) !== ledger) return seen;
    const next = emptied(seen, by);
    // First: broken off here, a ledger lies ready that nothing opens yet.
    await ensureAccount(openSandbox(account, next), by.now);
    await switchSandbox(account, seen, next, by.now);
    return next;
  });
  await announceRemoval(ledger);
  return state;
}
