import { parseArgs } from "node:util";
import { isTestKey, smokeTest } from "../../shared/operations/smoke-test/smoke-steps.ts";
import { Failure, runCommand } from "../local/failure.ts";

const USAGE = `usage: KEY=<API key> npm run --silent smoke -- --url <address of the API>
Sends one request of each kind to a deployed service, and says what answered otherwise than it should. With the key of a
sandbox (vat_test_…) it also commits one event, twice; with a live key it only reads. Exits 1 at a wrong answer.`;

await runCommand(async () => {
  const url = new URL(addressIn(process.argv.slice(2)));
  const key = process.env["KEY"];
  if (!key) throw new Failure(USAGE, 2);
  let wrong = 0;
  for await (const { step, fault } of smokeTest(url, key)) {
    console.log(
      `${fault ? "wrong" : "ok   "} ${step.says}: ${step.method} ${step.path}${fault ? `: ${fault}` : ""}`,
    );
    if (fault) wrong += 1;
  }
  if (!isTestKey(key))
    console.log("note  a live key only reads: the key of a sandbox tries to write too");
  if (wrong > 0) process.exitCode = 1;
});

function addressIn(args: readonly string[]): string {
  try {
    const { url } = parseArgs({ args: [...args], options: { url: { type: "string" } } }).values;
    if (url && URL.canParse(url)) return url;
  } catch {
    // Told like an address that is missing.
  }
  throw new Failure(USAGE, 2);
}
