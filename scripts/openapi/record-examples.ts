import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXAMPLES_FILE } from "./examples.ts";
import { stopClock } from "./recording/fixed-clock.ts";
import { recordScenario } from "./recording/record.ts";
import { steady } from "./recording/steady.ts";

/*
 * `npm run openapi-examples`: plays a fixed scenario against a fresh stack whose clock is stopped, and writes the
 * recorded calls to docs/openapi-examples.json, or to the given file.
 */
const clock = stopClock("2026-08-17T09:00:00.000Z");
const dataDir = await mkdtemp(join(tmpdir(), "openapi-examples-"));
const closing = new AsyncDisposableStack();

try {
  const examples = await recordScenario({ dataDir, closing, ...clock });
  const file = process.argv[2] ?? EXAMPLES_FILE;
  await writeFile(file, `${JSON.stringify(steady(examples), null, 2)}\n`);
} finally {
  await closing.disposeAsync();
  await rm(dataDir, { recursive: true });
}
// An open keep-alive connection would prevent the process from ending.
process.exit();
