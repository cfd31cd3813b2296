import assert from "node:assert/strict";
import { test } from "node:test";
import { difference, type Sums, split, standing, sumsOf } from "../src/sums.js";

const sums = (...parts: (readonly [number, number, number])[]): Sums =>
  sumsOf(parts.map(([rate, net, vat]) => [rate, { net, vat }]));
const paid = (total: number, ...named: (readonly [number, number])[]) => ({
  total,
  named: new Map(named),
});

const SOLD = sums([1900, 10_000, 1_900], [700, 2_000, 140]);

test("amounts of the same rate add up, and what comes to nothing is left out", () => {
  assert.deepEqual(sums([1900, 100, 19], [1900, 200, 38], [700, 0, 0]), sums([1900, 300, 57]));
});

test("an order that nobody has changed has no difference", () => {
  assert.equal(difference(standing(SOLD, SOLD, []), SOLD).size, 0);
});

test("a refund that names lines takes from their rate", () => {
  assert.deepEqual(
    standing(SOLD, SOLD, [paid(1_070, [700, 1_070])]),
    sums([1900, 10_000, 1_900], [700, 1_000, 70]),
  );
});

test("a refund of an amount takes from all rates in proportion", () => {
  assert.deepEqual(standing(SOLD, SOLD, [paid(7_020)]), sums([1900, 5_000, 950], [700, 1_000, 70]));
});

test("refunds of everything leave nothing, to the cent", () => {
  assert.equal(standing(SOLD, SOLD, [paid(4_999), paid(9_041)]).size, 0);
});

test("lines that are cancelled and paid back are taken back once", () => {
  const now = sums([1900, 10_000, 1_900]);
  assert.deepEqual(standing(SOLD, now, [paid(2_140, [700, 2_140])]), now);
});

test("a refund beyond what was cancelled takes from the lines that it names", () => {
  const now = sums([1900, 10_000, 1_900], [700, 1_000, 70]);
  const refunds = [paid(1_070, [700, 1_070]), paid(1_190, [1900, 1_190])];
  assert.deepEqual(standing(SOLD, now, refunds), sums([1900, 9_000, 1_710], [700, 1_000, 70]));
});

test("a part never exceeds its limit", () => {
  assert.deepEqual(split(100, [90, 10], [50, 70]), [50, 50]);
});
