import { accountFrom, requireAccount } from "../local/account-option.ts";
import { withStack } from "../local/connect.ts";
import { runCommand } from "../local/failure.ts";
import { lockReport } from "./audit-report.ts";

const USAGE = `usage: npm run --silent verify-locks -- --account <name>
Recomputes the hashes of the account's locked quarters, of their chain and of their files, and of the files of
records, and holds the table against the bucket in both directions; exits 1 when something does not match, 2 when
there is no such account.`;

await runCommand(async () => {
  const account = accountFrom(process.argv.slice(2), USAGE);
  const verify = async () => {
    await requireAccount(account);
    const { auditLocks } = await import("../../shared/operations/audit/audit-locks.ts");
    return auditLocks(account);
  };
  const { lines, code } = lockReport(await withStack(verify, { files: true }));
  for (const line of lines) console.log(line);
  process.exitCode = code;
});
