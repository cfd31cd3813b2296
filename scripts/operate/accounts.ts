import { OperatorCommand, RejectedCommand } from "../../shared/accounts/account.ts";
import { withStack } from "../local/connect.ts";
import { Failure, runCommand } from "../local/failure.ts";
import { linesOfAnswer } from "./accounts/print-answer.ts";

const USAGE = `usage: npm run --silent accounts -- list
   or: npm run --silent accounts -- suspend|resume|close|erase-free-text <account>
suspend: every call is refused. close: it can be read and not written to, until its records may end; resume
takes back either. erase-free-text: takes what no law asks for out of a closed account, and says what stays.`;

await runCommand(async () => {
  const [action, account, ...more] = process.argv.slice(2);
  const command = OperatorCommand.safeParse({
    action,
    ...(account === undefined ? {} : { account }),
  });
  if (!command.success || more.length > 0) throw new Failure(USAGE, 2);
  const now = new Date();
  const answer = await withStack(
    async () => {
      const { operateAccounts } = await import(
        "../../shared/operations/lifecycle/operate-accounts.ts"
      );
      try {
        return await operateAccounts(command.data, now);
      } catch (error) {
        if (error instanceof RejectedCommand) throw new Failure(error.message, 2);
        throw error;
      }
    },
    { signs: true },
  );
  for (const line of linesOfAnswer(answer, now.toISOString().slice(0, 10))) console.log(line);
});
