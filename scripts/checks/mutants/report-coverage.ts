import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Loaded before a command that a test of the first run starts. Writes the changes in the code that it ran, at its end. */
process.once("exit", () => {
  const folder = process.env["MUTANT_COVERAGE"];
  const { __stryker__: { mutantCoverage = undefined } = {} } = globalThis as {
    __stryker__?: { mutantCoverage?: unknown };
  };
  if (!folder || !mutantCoverage) return;
  writeFileSync(join(folder, `${process.pid}-${Date.now()}.json`), JSON.stringify(mutantCoverage));
});
