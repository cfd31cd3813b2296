import { parseArgs } from "node:util";
import * as z from "zod";
import { IsoDate } from "../../shared/core/calendar/schema.ts";
import type { LedgerId } from "../../shared/core/ids.ts";
import type { AuditState } from "../../shared/operations/audit/audit-sums.ts";
import { requireAccount } from "../local/account-option.ts";
import { withStack } from "../local/connect.ts";
import { Failure, runCommand } from "../local/failure.ts";
import { sumReport } from "./audit-report.ts";
import { stateFile } from "./state-file.ts";

const USAGE = `usage: npm run --silent verify-tallies -- --account <name> [--from <YYYY-MM-DD>] [--scan]
  [--resume <file>]
Adds up what the account's events have added to sums, compares every sum that there is, and names events
that are not what was sent, or that today's rules would count otherwise; exits 1 when anything differs, 2 when
there is no such account.
--from looks for sums that no event has made from that day on alone, not from 2015: events of any day are
added up all the same.
--resume keeps the state of the audit in a file, every few seconds: broken off, the same command goes on from there.
--scan reads the whole table for sums of periods before 2015 or after next year, too: it costs what the
table holds.`;

const options = {
  account: { type: "string" },
  from: { type: "string" },
  scan: { type: "boolean" },
  resume: { type: "string" },
} as const;

/**
 * Parses the flags.
 * @throws Failure (exit code 2) with the usage.
 */
function flagsFrom(args: string[]) {
  try {
    const { account, from, resume, scan = false } = parseArgs({ args, options }).values;
    if (account && from === undefined) return { account, resume, reach: { scan } };
    if (account) return { account, resume, reach: { scan, from: IsoDate.parse(from) } };
  } catch {
    // For any wrong argument, the usage is printed.
  }
  throw new Failure(USAGE, 2);
}

await runCommand(async () => {
  const { account, resume, reach } = flagsFrom(process.argv.slice(2));
  const result = await withStack(async () => {
    await requireAccount(account as LedgerId);
    const { AuditState, auditSums } = await import("../../shared/operations/audit/audit-sums.ts");
    const { auditJson } = await import("../../shared/operations/audit/quarter-progress.ts");
    const OfAccount = AuditState.extend({ account: z.literal(account) });
    const file = stateFile(resume, (json) => OfAccount.parse(json), auditJson);
    const save = (state: () => AuditState) => file.save(() => ({ account, ...state() }));
    const audit = await auditSums(account as LedgerId, {
      ...reach,
      resumeFrom: file.resumeFrom,
      save,
    });
    file.remove();
    return audit;
  });
  const { lines, code } = sumReport(result);
  for (const line of lines) console.log(line);
  process.exitCode = code;
});
