import { isEmptied } from "../../accounts/account.ts";
import { openSandbox } from "../../accounts/sandbox.ts";
import { loadAccount } from "../../accounts/store-accounts.ts";
import { loadSandbox } from "../../accounts/store-sandboxes.ts";
import { holderOf, isSandbox } from "../../core/sandbox-account.ts";
import { accountRecordKey, recountKey } from "../../platform/table/keys.ts";
import { keysToRemove } from "./keys-to-remove.ts";
import { removeItems } from "./store-removed-items.ts";

/** When it is, and from when on nothing more is begun; in epoch milliseconds. */
export type RemovalClock = { readonly now: () => number; readonly until: number };

/** Twice as long as the longest worker runs: after it nothing is under way that was begun before the emptying. */
const QUIET_MS = 30 * 60_000;

/**
 * Removes what is left of an emptied sandbox, until nothing is or it is late. What a call or a job that was under way
 * has written behind the removal, a later round finds: the mark by which that round finds the sandbox goes last, half
 * an hour after the emptying. Broken off at any point, it goes on with what is there.
 * @returns false when it is late, and the sandbox is to be taken up again at once
 * @throws RangeError when the ledger is no sandbox, or the one that test keys open
 */
export async function removeSandbox(ledger: string, clock: RemovalClock): Promise<boolean> {
  if (!isSandbox(ledger)) throw new RangeError(`${ledger} is no sandbox`);
  const record = await loadAccount(ledger);
  if (!record || !isEmptied(record)) return true;
  const account = holderOf(ledger);
  if (openSandbox(account, await loadSandbox(account)) === ledger) {
    throw new RangeError(`${ledger} is what test keys open`);
  }
  const isQuiet = clock.now() >= Date.parse(record.state_since ?? "") + QUIET_MS;
  let removed = 0;
  for await (const keys of keysToRemove(ledger)) {
    if (clock.now() >= clock.until) return false;
    removed += keys.length;
    await removeItems(keys);
  }
  if (removed > 0 || !isQuiet) return true;
  await removeItems([recountKey(ledger)]);
  await removeItems([accountRecordKey(ledger)]);
  return true;
}
