import { withStack } from "../local/connect.ts";
import { Failure, runCommand } from "../local/failure.ts";
import { HISTORY, readEcbFile } from "./ecb/load-file.ts";

const USAGE = `usage: npm run --silent verify-rates [-- <file>]
Compares the stored exchange rates with the bundled history of the ECB, or with a file as load-ecb takes it; exits 1
when a stored rate is not the published one and no correction explains it.`;

await runCommand(async () => {
  const [path = HISTORY, ...rest] = process.argv.slice(2);
  if (path.startsWith("-") || rest.length > 0) throw new Failure(USAGE, 2);
  const published = await readEcbFile(path);
  const { days, differing, corrected, unreadable } = await withStack(async () => {
    const { verifyRates } = await import("../../shared/vat/exchange-rates/refresh-rates.ts");
    return verifyRates(published);
  });
  const { differenceLine } = await import("../../shared/vat/exchange-rates/period-rates.ts");
  for (const rateDifference of differing) console.log(differenceLine(rateDifference));
  for (const rateDifference of corrected)
    console.log(`${differenceLine(rateDifference)}, corrected since`);
  for (const line of unreadable) console.log(line);
  const length = differing.length + unreadable.length;
  console.log(`${days} days, ${length} difference${length === 1 ? "" : "s"}`);
  if (length > 0) process.exitCode = 1;
});
