import { withStack } from "../local/connect.ts";
import { Failure, runCommand } from "../local/failure.ts";

const USAGE = `usage: npm run --silent seed-ecb
Stores the exchange rates that come with the service, those of days that the table has none of: a new
deployment knows no rates. What is there already stays as it is.`;

await runCommand(async () => {
  if (process.argv.length > 2) throw new Failure(USAGE, 2);
  const { stored, known } = await withStack(async () => {
    const { seedEcbHistory } = await import("./ecb/seed-history.ts");
    return seedEcbHistory(new Date());
  });
  console.log(`stored ${stored} days, ${known} were there already`);
});
