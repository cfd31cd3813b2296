import { defineConfig } from "vitest/config";
import { ScansFirst } from "./test/stack/scans-first.ts";

// Hundreds of processes load the same modules.
process.env["NODE_COMPILE_CACHE"] ??= `${import.meta.dirname}/node_modules/.cache/node`;

/**
 * Tests that change something of their process: its environment, modules, clients or clock. Each has a
 * process of its own. All others share one, which loads modules once; test/structure/test-rules.test.ts
 * sees to it that none of those changes anything.
 */
const ALONE = "test/**/*.alone.test.ts";

export default defineConfig({
  test: {
    globalSetup: "test/stack/global-setup.ts",
    setupFiles: "test/stack/environment.ts",
    pool: "forks",
    maxWorkers: 3,
    sequence: { sequencer: ScansFirst },
    // A net for what hangs, and no measure of speed: the machine may be busy with something else.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: "alone", include: [ALONE] } },
      {
        extends: true,
        test: {
          name: "together",
          include: ["test/**/*.test.ts"],
          exclude: [ALONE, "**/node_modules/**"],
          isolate: false,
        },
      },
    ],
  },
});
