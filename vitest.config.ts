import { defineConfig } from "vitest/config";
import { ownProcess } from "./test/own-process.ts";

// Hundreds of processes load the same modules.
process.env["NODE_COMPILE_CACHE"] ??= `${import.meta.dirname}/node_modules/.cache/node`;

const alone = ownProcess();

export default defineConfig({
  test: {
    globalSetup: "test/stack/global-setup.ts",
    setupFiles: "test/stack/environment.ts",
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: "alone", include: alone } },
      {
        extends: true,
        test: {
          name: "together",
          include: ["test/**/*.test.ts"],
          exclude: [...alone, "**/node_modules/**"],
          isolate: false,
        },
      },
    ],
  },
});
