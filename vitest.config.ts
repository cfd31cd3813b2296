import { defineConfig } from "vitest/config";
import { FirstTests } from "./test/stack/first-tests.ts";
import { LARGE_SEMI_SPACE, soakProjects, testProjects } from "./test/stack/projects.ts";
import { soaking } from "./test/stack/soak.ts";

// Hundreds of processes load the same modules.
process.env["NODE_COMPILE_CACHE"] ??= `${import.meta.dirname}/node_modules/.cache/node`;
// Go's garbage collection is a third of the processor time that esbuild takes for all bundles.
process.env["GOGC"] ??= "off";

// Whoever sees a failure needs it: other turns take other rows of long tables.
if (!soaking) process.stderr.write(`TURN=${process.env["TURN"]}\n`);

export default defineConfig({
  test: {
    setupFiles: "test/stack/environment.ts",
    pool: "forks",
    // Each worker, and the next run, reads a module as the first one of them had it transformed.
    fsModuleCache: true,
    execArgv: [LARGE_SEMI_SPACE],
    // Tests wait for the stack most of the time: two workers a core keep both cores busy.
    maxWorkers: 4,
    sequence: { sequencer: FirstTests },
    // A net for what hangs, and no measure of speed: the machine may be busy with something else.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 120_000 } },
    projects: soaking ? soakProjects() : testProjects(),
  },
});
