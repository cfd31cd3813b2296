import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { soaking, turn } from "./soak.ts";

/*
 * Tests that a soak runs, and `npm test` at one turn of twenty: those of a file all at the same one, because some go on
 * where another one has ended. Each shows a rule again that another test of the same subject shows at each turn: a
 * further page, format or order of the same mechanism.
 */

type Test = () => Promise<void> | void;

const TURNS = 20;

/** Adds up the letters of a file's name, so that the files spread over the turns. */
const placeOf = (path = ""): number => Buffer.from(basename(path)).reduce((a, b) => a + b, 0);

/** True in a soak and at the turn of the file that is being collected. */
export const isItsTurn = (): boolean =>
  soaking || (placeOf(expect.getState().testPath) + turn) % TURNS === 0;

/** A test that runs at one turn of twenty, with its longest time unless it has that of all. */
export const itInTurn = (name: string, test: Test, longestMs?: number): void => {
  if (isItsTurn()) it(name, test, longestMs);
};

/** Tests that run at one turn of twenty. */
export const describeInTurn = (name: string, tests: () => void): void => {
  if (isItsTurn()) describe(name, tests);
};
