import { accountFrom, requireAccount } from "../local/account-option.ts";
import { withStack } from "../local/connect.ts";
import { runCommand } from "../local/failure.ts";

const USAGE = `usage: npm run --silent recount -- --account <name>
Looks at every event of the account, and moves those that today's registrations, profile and rules put
into other sums than before. Ends when nothing is left to move; broken off, it goes on where it was.`;

await runCommand(async () => {
  const account = accountFrom(process.argv.slice(2), USAGE);
  const done = await withStack(async () => {
    await requireAccount(account);
    const { recountAccount, requestRecount } = await import(
      "../../shared/ledger/recount/recount.ts"
    );
    const { SYSTEM_CLOCK } = await import("../../shared/platform/clock.ts");
    await requestRecount(account, Date.now());
    return recountAccount(account, SYSTEM_CLOCK);
  });
  const { looked_at, moved, passes } = done;
  console.log(`${looked_at} events looked at in ${passes} passes, ${moved} moved`);
});
