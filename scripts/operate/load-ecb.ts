import { withStack } from "../local/connect.ts";
import { Failure, runCommand } from "../local/failure.ts";
import { loadEcbFile, readEcbFile } from "./ecb/load-file.ts";

const USAGE = `usage: npm run --silent load-ecb -- <file>
Loads ECB reference rates into the running stack: eurofxref-hist.csv, eurofxref.csv, or rows of
date,currency,rate (units per euro).`;

await runCommand(async () => {
  const [path, ...rest] = process.argv.slice(2);
  if (!path || path.startsWith("-") || rest.length > 0) throw new Failure(USAGE, 2);
  await readEcbFile(path);
  await withStack(async () => {
    const { stored, corrected } = await loadEcbFile(path, new Date());
    console.log(`stored ${stored} days, corrected ${corrected} rates`);
  });
});
