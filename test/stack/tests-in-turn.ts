import { describe, it } from "vitest";
import { soaking, turn } from "./soak.ts";

/*
 * Tests that a soak runs, and `npm test` at one turn of twenty. Each shows a rule again that another test of the same
 * subject shows at each turn: a further page, format or order of the same mechanism.
 */

type Test = () => Promise<void> | void;

const TURNS = 20;

/** True in a soak and at the turn of a name: the names spread over the turns. */
const isItsTurn = (name: string): boolean =>
  soaking ||
  ([...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) + turn) % TURNS === 0;

/** A test that runs at one turn of twenty, with its longest time unless it has that of all. */
export const itInTurn = (name: string, test: Test, longestMs?: number): void => {
  if (isItsTurn(name)) it(name, test, longestMs);
};

/** Tests that run at one turn of twenty. */
export const describeInTurn = (name: string, tests: () => void): void => {
  if (isItsTurn(name)) describe(name, tests);
};
