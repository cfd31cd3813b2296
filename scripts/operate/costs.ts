import { parseArgs } from "node:util";
import { Failure, runCommand } from "../local/failure.ts";
import { billOf, totalOf, type Usage } from "./costs/bill.ts";

const USAGE = `usage: npm run --silent costs -- --orders <a month> [--single] [--journal-seconds <1 to 300>] [--no-backups] [--lake]
Prints what AWS charges in the twelfth month of a business with that many orders a month, in USD. --single: each order is
a request of its own, not one of 500.`;

const MOST_SECONDS = 300;
const MOST_ORDERS = 1_000_000_000;

await runCommand(async () => {
  const rows = billOf(usageIn(process.argv.slice(2)));
  for (const { name, usd } of rows) console.log(`${usd.toFixed(2).padStart(10)}  ${name}`);
  console.log(`${totalOf(rows).toFixed(2).padStart(10)}  together, USD a month`);
});

function usageIn(args: string[]): Usage {
  try {
    const options = {
      orders: { type: "string" },
      single: { type: "boolean", default: false },
      "journal-seconds": { type: "string", default: "20" },
      "no-backups": { type: "boolean", default: false },
      lake: { type: "boolean", default: false },
    } as const;
    const { values } = parseArgs({ args, options });
    const orders = Number(values.orders);
    const journal_seconds = Number(values["journal-seconds"]);
    const isGiven =
      Number.isInteger(orders) &&
      orders >= 1 &&
      orders <= MOST_ORDERS &&
      Number.isInteger(journal_seconds) &&
      journal_seconds >= 1 &&
      journal_seconds <= MOST_SECONDS;
    const { single, lake } = values;
    if (isGiven) return { orders, single, journal_seconds, backups: !values["no-backups"], lake };
  } catch {
    // For any wrong argument, the usage is printed.
  }
  throw new Failure(USAGE, 2);
}
