import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { EXAMPLES_FILE } from "./examples.ts";
import { stopClock } from "./recording/fixed-clock.ts";
import { recordScenario } from "./recording/record.ts";
import { steady } from "./recording/steady.ts";

/*
 * `npm run openapi-examples`: plays a fixed scenario against a fresh stack whose clock is stopped, and writes the
 * recorded calls to docs/openapi-examples.json. With --check, as `npm run check` calls it, nothing is written: it fails
 * where the file is not what the service answers today. Every POST is sent
 * twice then, under one Idempotency-Key, as by a caller whose first answer was lost, and nothing may be done twice.
 */
const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const clock = stopClock("2026-08-17T09:00:00.000Z");
const dataDir = await mkdtemp(join(tmpdir(), "openapi-examples-"));
const closing = new AsyncDisposableStack();
let isStale = false;

try {
  const examples = await recordScenario({ dataDir, closing, isTwice: values.check, ...clock });
  const text = `${JSON.stringify(steady(examples), null, 2)}\n`;
  if (values.check) isStale = text !== (await readFile(EXAMPLES_FILE, "utf8"));
  else await writeFile(EXAMPLES_FILE, text);
} finally {
  await closing.disposeAsync();
  await rm(dataDir, { recursive: true });
}
if (isStale) {
  console.error(
    "docs/openapi-examples.json is not what the service answers: npm run openapi-examples",
  );
}
// An open keep-alive connection would prevent the process from ending.
process.exit(isStale ? 1 : 0);
