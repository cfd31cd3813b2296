import { parseArgs } from "node:util";
import { IsoDate } from "../../shared/core/calendar/schema.ts";
import { requireAccount } from "../local/account-option.ts";
import { withStack } from "../local/connect.ts";
import { Failure, runCommand } from "../local/failure.ts";
import { sumReport } from "./audit-report.ts";

const USAGE = `usage: npm run --silent verify-tallies -- --account <name> [--from <YYYY-MM-DD>] [--scan]
Adds up what the account's events have added to sums, compares every sum that there is, and names events
that are not what was sent, or that today's rules would count otherwise; exits 1 when anything differs, 2 when
there is no such account.
--from looks for sums that no event has made from that day on alone, not from 2015: events of any day are
added up all the same.
--scan reads the whole table for sums of periods before 2015 or after next year, too: it costs what the
table holds.`;

const options = {
  account: { type: "string" },
  from: { type: "string" },
  scan: { type: "boolean" },
} as const;

/**
 * Parses the flags.
 * @throws Failure (exit code 2) with the usage.
 */
function flagsFrom(args: string[]) {
  try {
    const { account, from, scan = false } = parseArgs({ args, options }).values;
    if (account && from === undefined) return { account, reach: { scan } };
    if (account) return { account, reach: { scan, from: IsoDate.parse(from) } };
  } catch {
    // For any wrong argument, the usage is printed.
  }
  throw new Failure(USAGE, 2);
}

await runCommand(async () => {
  const { account, reach } = flagsFrom(process.argv.slice(2));
  const result = await withStack(async () => {
    await requireAccount(account);
    const { auditSums } = await import("../../shared/operations/audit/audit-sums.ts");
    const { applyAcceptedRates } = await import("../../shared/ledger/rates/store-overlay.ts");
    await applyAcceptedRates();
    return auditSums(account, reach);
  });
  const { lines, code } = sumReport(result);
  for (const line of lines) console.log(line);
  process.exitCode = code;
});
