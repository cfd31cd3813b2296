import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** The unit tests that share a process, which Stryker runs again for each mutant. */
export default defineConfig({
  root: fileURLToPath(new URL("../../..", import.meta.url)),
  test: {
    globalSetup: "test/fast/without-stack.ts",
    setupFiles: "test/stack/environment.ts",
    include: (process.env["MUTANT_TESTS"] ?? "test/unit/**/*.test.ts").split(","),
    exclude: ["**/*.alone.test.ts", "**/node_modules/**"],
    isolate: false,
    testTimeout: 300_000,
  },
});
