import { parseArgs } from "node:util";
import { Failure } from "./failure.ts";

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
