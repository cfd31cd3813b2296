import { describe, it } from "vitest";
import { soaking } from "./soak.ts";

/*
 * Tests that only a soak runs, beside those of the same subject that `npm test` runs, too. Each shows a rule again that
 * another test of `npm test` shows: a further page, format or order of the same mechanism.
 */

type Test = () => Promise<void> | void;

/** A test that only a soak runs, with its longest time unless it has that of all. */
export const itInSoak = (name: string, test: Test, longestMs?: number): void => {
  if (soaking) it(name, test, longestMs);
};

/** Tests that only a soak runs. */
export const describeInSoak = (name: string, tests: () => void): void => {
  if (soaking) describe(name, tests);
};
