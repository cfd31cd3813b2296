import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  type ChainHead,
  chainFaults,
  headAfter,
  type Link,
  previousOf,
} from "../../../shared/locks/chain.ts";

/** Locks these quarters one after the other. */
function chainOf(periods: readonly string[]): { links: Link[]; head: ChainHead | undefined } {
  let head: ChainHead | undefined;
  const links = periods.map((period_key) => {
    const link = { period_key, sha256: `hash of ${period_key}`, previous: previousOf(head) };
    head = headAfter(head, link);
    return link;
  });
  return { links, head };
}

const PERIODS = ["2025-Q2", "2025-Q1", "2025-Q3"];

describe("a chain", () => {
  it("begins with a snapshot that has none before it", () => {
    const { links, head } = chainOf(PERIODS);
    expect(links.map(({ previous }) => previous?.period_key)).toEqual([
      undefined,
      "2025-Q2",
      "2025-Q1",
    ]);
    expect(head).toEqual({ count: 3, last_period: "2025-Q3", last_sha256: "hash of 2025-Q3" });
  });

  it("is sound however its quarters are locked and read", () => {
    const quarters = fc.uniqueArray(fc.integer({ min: 0, max: 39 }), { maxLength: 12 });
    fc.assert(
      fc.property(quarters, (numbers) => {
        const { links, head } = chainOf(numbers.map((n) => `${2020 + (n >> 2)}-Q${(n % 4) + 1}`));
        const read = links.toSorted((a, b) => (a.period_key < b.period_key ? -1 : 1));
        expect(chainFaults(read, head)).toEqual([]);
      }),
    );
  });
});

describe("a broken chain", () => {
  const { links, head } = chainOf(PERIODS);
  const [first, second, third] = links as [Link, Link, Link];

  test.for<[string, Link[], ChainHead | undefined, string[]]>([
    [
      "the last is gone",
      [first, second],
      head,
      [
        "2025-Q3: the snapshot is missing",
        "2025-Q2: the chain does not",
        "2025-Q1: the chain does not",
        "the head of the chain counts 3",
      ],
    ],
    [
      "the first is gone",
      [second, third],
      head,
      ["2025-Q2: the snapshot is missing, though 2025-Q1", "the head of the chain counts 3"],
    ],
    [
      "one was exchanged",
      [{ ...first, sha256: "x" }, second, third],
      head,
      ["2025-Q2: the snapshot has SHA-256 x, 2025-Q1 records"],
    ],
    [
      "one was added",
      [...links, { ...first, period_key: "2024-Q1" }],
      head,
      ["2024-Q1: the chain does not lead to it", "the head of the chain counts 3"],
    ],
    [
      "the head is gone",
      [first],
      undefined,
      ["2025-Q2: the chain does not lead to it", "the head of the chain counts 0"],
    ],
    [
      "it runs in a circle",
      [{ ...first, previous: previousOf(head) }, second, third],
      head,
      ["2025-Q2: the snapshot refers to 2025-Q3, which is locked after it"],
    ],
    [
      "the head is of an older time",
      links,
      { ...(head as ChainHead), count: 2 },
      ["the head of the chain counts 2 locked quarters, there are 3"],
    ],
  ])("%s", ([, read, at, expected]) => {
    const faults = chainFaults(read, at);
    expect(faults.map((fault, n) => fault.slice(0, expected[n]?.length))).toEqual(expected);
  });
});
