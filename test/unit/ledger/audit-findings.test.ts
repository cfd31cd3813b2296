import { describe, expect, it } from "vitest";
import {
  type AuditFindings,
  foundTwice,
  linesOf,
} from "../../../shared/operations/audit/findings.ts";

const difference = (key: string, stored: bigint) => ({
  partition: "u2026-Q2",
  key,
  amount: "vat_amount_minor",
  kept: stored,
  recounted: 5n,
});

const NONE: AuditFindings = { differences: [], stale_links: [], stale_events: [], faults: [] };

describe("what lasts from one audit to the next", () => {
  it("is what was found at the same place, as it is now", () => {
    const stale = { stale_links: ["r1"], stale_events: ["s1"], faults: ["s2 cannot be read"] };
    const first = { differences: [difference("a", 1n), difference("b", 2n)], ...stale };
    const second = { differences: [difference("b", 3n), difference("c", 4n)], ...stale };
    expect(foundTwice(first, second)).toEqual({
      differences: [difference("b", 3n)],
      ...stale,
    });
  });

  it.for<[string, AuditFindings, AuditFindings]>([
    ["found once only", { ...NONE, differences: [difference("a", 1n)] }, NONE],
    ["new", NONE, { ...NONE, stale_links: ["r1"] }],
    ["new among the events", NONE, { ...NONE, stale_events: ["s1"] }],
    ["new among the faults", NONE, { ...NONE, faults: ["s1 cannot be read"] }],
  ])("is nothing that is %s", ([, first, second]) => {
    expect(foundTwice(first, second)).toEqual(NONE);
  });
});

it("findings are lines for people", () => {
  const stale = { stale_links: ["r1"], stale_events: ["s1"], faults: ["s2 cannot be read"] };
  const findings = { differences: [difference("a", 1n)], ...stale };
  expect(linesOf(findings)).toEqual([
    "u2026-Q2 a vat_amount_minor: kept 1, recounted 5",
    "link of r1 is not up to date",
    "s1 is not counted as today's rules would",
    "s2 cannot be read",
  ]);
});
