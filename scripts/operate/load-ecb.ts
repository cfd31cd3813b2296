import { withStack } from "../local/connect.ts";
import { Failure, runCommand } from "../local/failure.ts";
import { loadEcbFile, readEcbFile } from "./ecb/load-file.ts";

const USAGE = `usage: npm run --silent load-ecb -- <file> [--confirm-jumps]
Loads ECB reference rates into the running stack: eurofxref-hist.csv, eurofxref.csv, or rows of
date,currency,rate (units per euro). A rate more than 1.5 times away from the one before it refuses the
file, unless --confirm-jumps says that it was looked at.`;

await runCommand(async () => {
  const args = process.argv.slice(2);
  const confirmed = args.includes("--confirm-jumps");
  const [path, ...rest] = args.filter((arg) => arg !== "--confirm-jumps");
  if (!path || path.startsWith("-") || rest.length > 0) throw new Failure(USAGE, 2);
  await readEcbFile(path);
  await withStack(async () => {
    const { stored, corrected } = await loadEcbFile(path, new Date(), { confirmed });
    console.log(`stored ${stored} days, corrected ${corrected} rates`);
  });
});
