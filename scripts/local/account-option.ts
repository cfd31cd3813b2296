import { parseArgs } from "node:util";
import { Failure } from "./failure.ts";

/**
 * An account that there is: an audit of a misspelt name would find nothing, and say that all is well.
 * @throws Failure (exit code 2)
 */
export async function requireAccount(account: string): Promise<void> {
  // The store reads its endpoint when it is imported, so not before the stack is known.
  const { isAccount } = await import("../../shared/accounts/store-accounts.ts");
  if (!(await isAccount(account))) throw new Failure(`there is no account ${account}`, 2);
}

/**
 * The account that a command line names with --account, and with nothing else beside it.
 * @throws Failure (exit code 2) with the usage line.
 */
export function accountFrom(args: string[], usage: string): string {
  try {
    const { values } = parseArgs({ args, options: { account: { type: "string" } } });
    if (values.account) return values.account;
  } catch {
    // Whatever is wrong with the arguments, the usage line says how they look.
  }
  throw new Failure(usage, 2);
}
