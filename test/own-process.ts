import { globSync, readFileSync } from "node:fs";

/** What a test changes for the whole of its process: the environment, modules, clients or the clock. */
const CHANGES =
  /process\.env\[|\bvi\.|mockClient|middlewareStack|behind-proxies|table-of-own|api-here|kept-logs/;

/** The test files that need a process of their own. All others share one, which loads modules once. */
export const ownProcess = (): string[] =>
  globSync("test/**/*.test.ts").filter((file) => CHANGES.test(readFileSync(file, "utf8")));
