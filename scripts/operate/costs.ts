import { runCommand } from "../local/failure.ts";
import { usageIn } from "./costs/arguments.ts";
import { billOf, totalOf } from "./costs/bill.ts";

await runCommand(async () => {
  const rows = billOf(usageIn(process.argv.slice(2)));
  for (const { name, usd } of rows) console.log(`${usd.toFixed(2).padStart(10)}  ${name}`);
  console.log(`${totalOf(rows).toFixed(2).padStart(10)}  together, USD a month`);
});
