import { parseArgs } from "node:util";
import { Failure, runCommand } from "../local/failure.ts";
import { READING, type SmokeStep, writingSteps } from "./deployment/smoke-steps.ts";

const USAGE = `usage: KEY=<API key> npm run --silent smoke -- --url <address of the API>
Sends one request of each kind to a deployed service, and says what answered otherwise than it should. With the key of a
sandbox (vat_test_…) it also commits one event, twice; with a live key it only reads. Exits 1 at a wrong answer.`;

const WAIT_MS = 20_000;

await runCommand(async () => {
  const url = new URL(addressIn(process.argv.slice(2)));
  const key = process.env["KEY"];
  if (!key) throw new Failure(USAGE, 2);
  const isSandbox = key.startsWith("vat_test_");
  const steps = isSandbox ? [...READING, ...writingSteps()] : READING;
  let wrong = 0;
  for (const step of steps) {
    const fault = await faultOf(url, key, step);
    console.log(
      `${fault ? "wrong" : "ok   "} ${step.says}: ${step.method} ${step.path}${fault ? `: ${fault}` : ""}`,
    );
    if (fault) wrong += 1;
  }
  if (!isSandbox)
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

async function faultOf(url: URL, key: string, { method, path, body, fault }: SmokeStep) {
  try {
    const response = await fetch(new URL(path, url), {
      method,
      headers: { "X-API-Key": key, ...(body ? { "Content-Type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(WAIT_MS),
    });
    return fault({ status: response.status, text: await response.text() });
  } catch (error) {
    const { message, cause } = error as Error;
    return `did not answer: ${cause instanceof Error ? cause.message : message}`;
  }
}
