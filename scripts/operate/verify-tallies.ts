import { linesOf } from "../../shared/ledger/drift.ts";
import { accountFrom, requireAccount } from "../local/account-option.ts";
import { withStack } from "../local/connect.ts";
import { runCommand } from "../local/failure.ts";

const USAGE = `usage: npm run --silent verify-tallies -- --account <name> [--scan]
Adds up what the account's events have added to sums, compares every sum that there is, and names events
that are not what was sent, or that today's rules would count otherwise; exits 1 when anything differs, 2 when
there is no such account.
--scan reads the whole table for sums of periods before 2015 or after next year, too: it costs what the
table holds.`;

const SCAN = "--scan";

await runCommand(async () => {
  const flags = process.argv.slice(2);
  const account = accountFrom(
    flags.filter((flag) => flag !== SCAN),
    USAGE,
  );
  const result = await withStack(async () => {
    await requireAccount(account);
    const { auditTallies } = await import("../../shared/flows/audit-tallies.ts");
    return auditTallies(account, { scan: flags.includes(SCAN) });
  });
  const lines = linesOf(result);
  for (const line of lines) console.log(line);
  if (result.recount_pending) console.log("a recount is pending: events may still move");
  console.log(
    `${result.events} events in ${result.books.length} periods, ${lines.length} difference${lines.length === 1 ? "" : "s"}`,
  );
  if (lines.length > 0) process.exitCode = 1;
});
