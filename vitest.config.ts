import { defineConfig } from "vitest/config";
import { ownProcess } from "./test/own-process.ts";

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
