import { defineConfig } from "vitest/config";
import { FirstTests } from "./test/stack/first-tests.ts";
import { LARGE_SEMI_SPACE, projectsOf } from "./test/stack/projects.ts";

// Hundreds of processes load the same modules.
process.env["NODE_COMPILE_CACHE"] ??= `${import.meta.dirname}/node_modules/.cache/node`;
// Go's garbage collection is a third of the processor time that esbuild takes for all bundles.
process.env["GOGC"] ??= "off";

export default defineConfig({
  test: {
    globalSetup: "test/stack/global-setup.ts",
    setupFiles: "test/stack/environment.ts",
    pool: "forks",
    execArgv: [LARGE_SEMI_SPACE],
    // Tests wait for the stack most of the time: two workers a core keep both cores busy.
    maxWorkers: 4,
    sequence: { sequencer: FirstTests },
    // A net for what hangs, and no measure of speed: the machine may be busy with something else.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    projects: projectsOf("test"),
  },
});
