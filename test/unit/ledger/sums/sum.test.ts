import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accumulate,
  type Delta,
  type Entry,
  effective,
  mergeShards,
  sameEntries,
} from "../../../../shared/ledger/sums/sum.ts";

const entry = (key: string, amounts: Record<string, number>): Entry => ({
  partition: "u2025-Q3",
  key,
  amounts,
});

const deltasOf = (...steps: readonly [Entry[], 1 | -1][]) => {
  const deltas = new Map<string, Delta>();
  for (const [entries, sign] of steps) accumulate(deltas, entries, sign);
  return deltas;
};

describe("deltas", () => {
  it("add up what several events do to one tally", () => {
    const deltas = deltasOf(
      [[entry("a", { event_count: 1, vat: 5 }), entry("b", { event_count: 1 })], 1],
      [[entry("a", { event_count: 1, vat: -7, other: 2 })], 1],
    );
    expect([...deltas.values()]).toEqual([
      {
        partition: "u2025-Q3",
        key: "a",
        amounts: new Map([
          ["event_count", 2],
          ["vat", -2],
          ["other", 2],
        ]),
      },
      { partition: "u2025-Q3", key: "b", amounts: new Map([["event_count", 1]]) },
    ]);
  });

  it("keep the same key of two books apart", () => {
    const other = { ...entry("a", { n: 1 }), partition: "u2025-Q4" };
    expect(deltasOf([[entry("a", { n: 1 }), other], 1]).size).toBe(2);
  });

  it("that change nothing are not written", () => {
    const moved = [entry("a", { event_count: 1, vat: 0 })];
    expect(effective(deltasOf([moved, 1], [moved, -1]).values())).toEqual([]);
    expect(effective(deltasOf([moved, 1]).values())).toHaveLength(1);
    expect(effective(deltasOf([[entry("a", { n: -0 })], 1]).values())).toEqual([]);
  });

  const entries = fc.array(
    fc
      .tuple(fc.constantFrom("a", "b"), fc.integer({ min: -99, max: 99 }))
      .map(([key, n]) => entry(key, { n })),
  );

  it("of events taken out are the opposite of those put in", () => {
    fc.assert(
      fc.property(entries, entries, (stored, moved) => {
        const only = effective(deltasOf([stored, 1]).values());
        const both = effective(deltasOf([stored, 1], [moved, 1], [moved, -1]).values());
        const byKey = (deltas: Delta[]) =>
          new Map(deltas.map(({ key, amounts }) => [key, amounts]));
        expect(byKey(both)).toEqual(byKey(only));
      }),
    );
  });
});

describe("shards", () => {
  it("add up exactly beyond what a number can hold", () => {
    const huge = BigInt(Number.MAX_SAFE_INTEGER);
    const shards = [
      { key: "b", amounts: { vat: huge } },
      { key: "a", amounts: { vat: 1n } },
      { key: "b", amounts: { vat: huge, event_count: 1n } },
    ];
    expect(mergeShards(shards)).toEqual([
      { key: "a", amounts: { vat: 1n } },
      { key: "b", amounts: { vat: 18_014_398_509_481_982n, event_count: 1n } },
    ]);
  });

  it("of no tally are no tally", () => {
    expect(mergeShards([])).toEqual([]);
  });

  it("give the same sums in any order", () => {
    const shards = fc.array(
      fc
        .tuple(fc.constantFrom("a", "b", "c"), fc.bigInt({ min: -999n, max: 999n }))
        .map(([key, n]) => ({ key, amounts: { n } })),
    );
    fc.assert(
      fc.property(shards, (all) => {
        expect(mergeShards(all.toReversed())).toEqual(mergeShards(all));
      }),
    );
  });
});

describe("two lists of entries", () => {
  const [a, b] = [entry("a", { n: 1, vat: 5 }), entry("b", { n: 1 })];

  it("are the same whatever the order of entries and of amounts", () => {
    expect(sameEntries([a, b], [b, entry("a", { vat: 5, n: 1 })])).toBe(true);
  });

  it.for([
    ["another amount", [entry("a", { n: 1, vat: 6 }), b]],
    ["another sum", [a, entry("c", { n: 1 })]],
    ["another partition", [a, { ...b, partition: "u2025-Q4" }]],
    ["an entry twice", [a, b, b]],
  ] as const)("differ by %s", ([, other]) => {
    expect(sameEntries([a, b], other)).toBe(false);
  });
});

it("sums are in the order of their keys, whatever the order of their shards", () => {
  const shards = ["b", "a", "c", "b"].map((key) => ({ key, amounts: { n: 1n } }));
  expect(mergeShards(shards).map(({ key }) => key)).toEqual(["a", "b", "c"]);
});
