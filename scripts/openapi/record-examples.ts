import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXAMPLES_FILE } from "./examples.ts";
import { stopClock } from "./recording/fixed-clock.ts";
import { recordScenario } from "./recording/record.ts";
import { steady } from "./recording/steady.ts";

/*
 * `npm run openapi-examples`: plays a fixed scenario against a fresh stack whose clock is stopped, and writes the
 * recorded calls to docs/openapi-examples.json, or to the file that is given. The stack begins in an empty folder, or in the
 * data folder that is given, too, which already has the exchange rates.
 */
const clock = stopClock("2026-08-17T09:00:00.000Z");
const [file = EXAMPLES_FILE, given] = process.argv.slice(2);
const dataDir = given ?? (await mkdtemp(join(tmpdir(), "openapi-examples-")));
const closing = new AsyncDisposableStack();

try {
  const examples = await recordScenario({ dataDir, closing, ...clock });
  await writeFile(file, `${JSON.stringify(steady(examples), null, 2)}\n`);
} finally {
  await closing.disposeAsync();
  await rm(dataDir, { recursive: true });
}
// An open keep-alive connection would prevent the process from ending.
process.exit();
