import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { projectsOf } from "../stack/projects.ts";

// Two processes load the same modules, and the next run loads them again.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(
  new URL("../../node_modules/.cache/node", import.meta.url),
);

/** `npm run test-fast`: the unit tests and the rules of the structure, which need no stack. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    globalSetup: "test/fast/without-stack.ts",
    setupFiles: "test/stack/environment.ts",
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 120_000,
    projects: projectsOf("test/{unit,structure}"),
  },
});
