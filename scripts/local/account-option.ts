import { parseArgs } from "node:util";
import type { LedgerId } from "../../shared/core/ids.ts";
import { Failure } from "./failure.ts";

/**
 * Requires an existing account: an audit of a misspelt name would find nothing wrong.
 * @throws Failure (exit code 2)
 */
export async function requireAccount(account: LedgerId): Promise<void> {
  // The store reads its endpoint at import, so it is imported after the stack is known.
  const { isAccount } = await import("../../shared/accounts/store-accounts.ts");
  if (!(await isAccount(account))) throw new Failure(`there is no account ${account}`, 2);
}

/**
 * Returns the account of the option --account, without other arguments.
 * @throws Failure (exit code 2) with the usage line.
 */
export function accountFrom(args: string[], usage: string): LedgerId {
  try {
    const { values } = parseArgs({ args, options: { account: { type: "string" } } });
    if (values.account) return values.account as LedgerId;
  } catch {
    // For any wrong argument, the usage line is printed.
  }
  throw new Failure(usage, 2);
}
