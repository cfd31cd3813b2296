import { expect, it, test } from "vitest";
import {
  type IsoDate,
  type Period,
  periodAfter,
  plusDays,
  quarterOn,
} from "../../../../shared/core/calendar/dates.ts";
import { UNION_SCOPES, unionScopeOn } from "../../../../shared/vat/schemes/union-oss.ts";

const day = (text: string) => text as IsoDate;

/** The quarters from the one that holds `from` to the one that holds `to`. */
function quarters(from: string, to: string): Period[] {
  const list = [quarterOn(day(from))];
  for (let next = periodAfter(list[0] as Period); next.firstDay <= to; next = periodAfter(next)) {
    list.push(next);
  }
  return list;
}

test.for([
  ["2021-06-30", ["goods", "tbe_services", "other_services"], false],
  ["2021-07-01", ["goods", "tbe_services", "other_services"], false],
  ["2026-12-31", ["goods", "tbe_services", "other_services"], false],
  ["2027-01-01", ["goods", "tbe_services", "other_services", "energy"], false],
  ["2028-06-30", ["goods", "tbe_services", "other_services", "energy"], false],
  [
    "2028-07-01",
    ["goods", "tbe_services", "other_services", "energy", "assembly_installation"],
    true,
  ],
  [
    "2035-01-01",
    ["goods", "tbe_services", "other_services", "energy", "assembly_installation"],
    true,
  ],
] as const)("on %s", ([on, kinds, goods_within_a_state]) => {
  const scope = unionScopeOn(day(on));
  expect([...scope.kinds]).toEqual(kinds);
  expect(scope.goods_within_a_state).toBe(goods_within_a_state);
});

it("every quarter before 2028-Q3 has none of what comes then, and that quarter has all", () => {
  const [newest] = UNION_SCOPES;
  for (const { key, firstDay, lastDay } of quarters("2021-07-01", "2028-06-30")) {
    expect([key, unionScopeOn(firstDay) === newest, unionScopeOn(lastDay) === newest]).toEqual([
      key,
      false,
      false,
    ]);
  }
  const { firstDay, lastDay } = quarterOn(day("2028-07-01"));
  expect([unionScopeOn(firstDay), unionScopeOn(lastDay)]).toEqual([newest, newest]);
});

it("every period has one scope, so that a return follows one version of the law", () => {
  for (const { firstDay, lastDay } of quarters("2021-07-01", "2030-12-31")) {
    expect(unionScopeOn(firstDay)).toBe(unionScopeOn(lastDay));
  }
});

it("scopes follow one another without a gap, and take nothing back", () => {
  const oldestFirst = UNION_SCOPES.toReversed();
  for (const [at, scope] of oldestFirst.entries()) {
    const next = oldestFirst[at + 1];
    if (!next) expect(scope.valid_to).toBeUndefined();
    else {
      expect(next.valid_from).toBe(plusDays(day(String(scope.valid_to)), 1));
      expect([...scope.kinds].filter((kind) => !next.kinds.has(kind))).toEqual([]);
    }
  }
});
