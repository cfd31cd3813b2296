import { basename } from "node:path";
import { describe, it } from "vitest";
import { everyTurn, turn } from "./soak.ts";

/*
 * Tests that a soak runs, and `npm test` at one turn of twenty: those of a file all at the same one, because some go on
 * where another one has ended. Each shows a rule again that another test of the same subject shows at each turn: a
 * further page, format or order of the same mechanism.
 */

type Test = () => Promise<void> | void;

const TURNS = 20;

/** Adds up the letters of a file's name, so that the files spread over the turns. */
const placeOf = (url: string): number => Buffer.from(basename(url)).reduce((a, b) => a + b, 0);

/**
 * Returns what defines tests that run at one turn of twenty, that of the file with this address.
 * `isItsTurn` is true where every row is tried, too.
 */
export function testsInTurn(url: string) {
  const isItsTurn = everyTurn || (placeOf(url) + turn) % TURNS === 0;
  return {
    isItsTurn,
    /** A test with its longest time, unless it has that of all. */
    itInTurn: (name: string, test: Test, longestMs?: number): void => {
      if (isItsTurn) it(name, test, longestMs);
    },
    describeInTurn: (name: string, tests: () => void): void => {
      if (isItsTurn) describe(name, tests);
    },
  };
}
