import { accountFrom } from "../local/account-option.ts";
import { withStack } from "../local/connect.ts";
import { runCommand } from "../local/failure.ts";

const USAGE = `usage: npm run --silent verify-tallies -- --account <name>
Recounts the account's ledger and compares every sum; exits 1 when one differs.`;

await runCommand(async () => {
  const account = accountFrom(process.argv.slice(2), USAGE);
  const result = await withStack(async () => {
    const { auditTallies } = await import("../../shared/flows/audit-tallies.ts");
    return auditTallies(account);
  });
  for (const { book, key, amount, kept, recounted } of result.differences) {
    console.log(`${book} ${key} ${amount}: kept ${kept}, recounted ${recounted}`);
  }
  for (const event of result.stale_links) console.log(`link of ${event} is not up to date`);
  const faults = result.differences.length + result.stale_links.length;
  console.log(
    `${result.events} events in ${result.books.length} periods, ${faults} difference${faults === 1 ? "" : "s"}`,
  );
  if (faults > 0) process.exitCode = 1;
});
