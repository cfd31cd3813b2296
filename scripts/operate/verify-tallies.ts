import { linesOf } from "../../shared/ledger/drift.ts";
import { accountFrom, requireAccount } from "../local/account-option.ts";
import { withStack } from "../local/connect.ts";
import { runCommand } from "../local/failure.ts";

const USAGE = `usage: npm run --silent verify-tallies -- --account <name>
Adds up what the account's events have added to sums, compares every sum, and names events that today's
rules would count otherwise; exits 1 when anything differs, 2 when there is no such account.`;

await runCommand(async () => {
  const account = accountFrom(process.argv.slice(2), USAGE);
  const result = await withStack(async () => {
    await requireAccount(account);
    const { auditTallies } = await import("../../shared/flows/audit-tallies.ts");
    return auditTallies(account);
  });
  const lines = linesOf(result);
  for (const line of lines) console.log(line);
  if (result.recount_pending) console.log("a recount is pending: events may still move");
  console.log(
    `${result.events} events in ${result.books.length} periods, ${lines.length} difference${lines.length === 1 ? "" : "s"}`,
  );
  if (lines.length > 0) process.exitCode = 1;
});
