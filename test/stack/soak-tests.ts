import { describe, it } from "vitest";
import { soaking } from "./soak.ts";

/*
 * Tests that only a soak runs, beside those of the same subject that `npm test` runs, too. Each shows a rule again that
 * another test of `npm test` shows: a further page, format or order of the same mechanism.
 */

/** A test that only a soak runs. */
export const itInSoak = (name: string, test: () => Promise<void> | void): void => {
  if (soaking) it(name, test);
};

/** Tests that only a soak runs. */
export const describeInSoak = (name: string, tests: () => void): void => {
  if (soaking) describe(name, tests);
};
