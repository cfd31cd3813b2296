import { withStack } from "../local/connect.ts";
import { Failure, runCommand } from "../local/failure.ts";

const USAGE = `usage: npm run refresh-ecb
Fetches the ECB's reference rates of the last 90 days, as the scheduled function does.`;

/** Maximum number of missing days that are named separately. */
const NAMED_DAYS = 10;

await runCommand(async () => {
  if (process.argv.length > 2) throw new Failure(USAGE, 2);
  const { stored, corrected, differing, missing_days, faults } = await withStack(async () => {
    const { refreshRates } = await import("../../shared/vat/exchange-rates/refresh-rates.ts");
    return refreshRates(new Date());
  });
  console.log(`stored ${stored} days, corrected ${corrected} rates`);
  for (const line of differing) console.log(line);
  if (missing_days.length > 0) {
    const more = missing_days.length > NAMED_DAYS ? ", …" : "";
    console.log(`no rates of ${missing_days.slice(0, NAMED_DAYS).join(", ")}${more}`);
    console.log("what is older than 90 days: npm run load-ecb with the ECB's eurofxref-hist.csv");
  }
  if (faults.length > 0) throw new Failure(faults.join("\n"));
});
