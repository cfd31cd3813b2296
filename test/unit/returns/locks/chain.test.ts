import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import {
  type ChainHead,
  type ChainLink,
  chainFaults,
  headAfter,
  previousOf,
} from "../../../../shared/returns/locks/snapshot.ts";

type Returned = readonly [scheme: ChainLink["scheme_type"], period: string, registration: number];

/** Locks these returns one after the other. */
function chainOf(returns: readonly Returned[]): {
  links: ChainLink[];
  head: ChainHead | undefined;
} {
  let head: ChainHead | undefined;
  const links = returns.map(([scheme_type, period_key, registration_id]) => {
    const sha256 = `hash of ${scheme_type} ${period_key}`;
    const name = { scheme_type, period_key: period_key as PeriodKey, registration_id };
    const link = { ...name, sha256, previous: previousOf(head) };
    head = headAfter(head, link);
    return link;
  });
  return { links, head };
}

/** One chain of all schemes, two of which have the same quarter. */
const RETURNS: readonly Returned[] = [
  ["union_oss", "2025-Q2", 1],
  ["ioss", "2025-01", 3],
  ["non_union_oss", "2025-Q2", 2],
];

describe("a chain", () => {
  it("begins with a snapshot that has none before it", () => {
    const { links, head } = chainOf(RETURNS);
    expect(links.map(({ previous }) => previous)).toEqual([
      null,
      {
        scheme_type: "union_oss",
        period_key: "2025-Q2" as PeriodKey,
        registration_id: 1,
        sha256: "hash of union_oss 2025-Q2",
      },
      {
        scheme_type: "ioss",
        period_key: "2025-01" as PeriodKey,
        registration_id: 3,
        sha256: "hash of ioss 2025-01",
      },
    ]);
    expect(head).toEqual({
      count: 3,
      last: {
        scheme_type: "non_union_oss",
        period_key: "2025-Q2" as PeriodKey,
        registration_id: 2,
        sha256: "hash of non_union_oss 2025-Q2",
      },
    });
  });

  it("is sound however the returns are locked and read", () => {
    const schemes = ["union_oss", "non_union_oss"] as const;
    const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 159 }), { maxLength: 12 });
    const returned = (n: number): Returned => [
      schemes[n % 2] as (typeof schemes)[number],
      `${2020 + (n >> 4)}-Q${((n >> 1) % 4) + 1}`,
      ((n >> 3) % 2) + 1,
    ];
    fc.assert(
      fc.property(numbers, (all) => {
        const { links, head } = chainOf(all.map(returned));
        const read = links.toSorted((a, b) => (a.period_key < b.period_key ? -1 : 1));
        expect(chainFaults(read, head)).toEqual([]);
      }),
    );
  });
});

describe("a broken chain", () => {
  const { links, head } = chainOf(RETURNS);
  const [first, second, third] = links as [ChainLink, ChainLink, ChainLink];

  test.for<[string, ChainLink[], ChainHead | undefined, string[]]>([
    [
      "the last is gone",
      [first, second],
      head,
      [
        "non_union_oss 2025-Q2 of registration 2: the snapshot is missing",
        "union_oss 2025-Q2 of registration 1: the chain does not",
        "ioss 2025-01 of registration 3: the chain does not",
        "the head of the chain counts 3",
      ],
    ],
    [
      "the first is gone",
      [second, third],
      head,
      [
        "union_oss 2025-Q2 of registration 1: the snapshot is missing, though ioss 2025-01 of registration 3",
        "the head of the chain counts 3",
      ],
    ],
    [
      "one was exchanged",
      [{ ...first, sha256: "x" }, second, third],
      head,
      [
        "union_oss 2025-Q2 of registration 1: the snapshot has SHA-256 x, ioss 2025-01 of registration 3 records",
      ],
    ],
    [
      "one was added",
      [...links, { ...first, period_key: "2024-Q1" as PeriodKey }],
      head,
      [
        "union_oss 2024-Q1 of registration 1: the chain does not lead to it",
        "the head of the chain counts 3",
      ],
    ],
    [
      "the head is gone",
      [first],
      undefined,
      [
        "union_oss 2025-Q2 of registration 1: the chain does not lead to it",
        "the head of the chain counts 0",
      ],
    ],
    [
      "it runs in a circle",
      [{ ...first, previous: previousOf(head) }, second, third],
      head,
      [
        "union_oss 2025-Q2 of registration 1: the snapshot refers to non_union_oss 2025-Q2 of registration 2, which is locked after it",
      ],
    ],
    [
      "the head is of an older time",
      links,
      { ...(head as ChainHead), count: 2 },
      ["the head of the chain counts 2 locked periods, there are 3"],
    ],
  ])("%s", ([, read, at, expected]) => {
    const faults = chainFaults(read, at);
    expect(faults.map((fault, n) => fault.slice(0, expected[n]?.length))).toEqual(expected);
  });
});
