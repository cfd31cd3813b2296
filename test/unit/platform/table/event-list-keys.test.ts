import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { EventId, LedgerId } from "../../../../shared/core/ids.ts";
import {
  eventIndexKey,
  LIST_SHARDS,
  listMonthOf,
  listMonthsOf,
  placeInList,
} from "../../../../shared/platform/table/event-list-keys.ts";

describe("the month that a day is listed under", () => {
  it.for([
    ["2026-02-28", "2026-02"],
    ["2015-01-01", "2015-01"],
    ["2014-12-31", "0000-00"],
    ["0001-01-01", "0000-00"],
  ])("of %s is %s", ([day = "", month]) => expect(listMonthOf(day)).toBe(month));

  it.for<[string, string, string[] | undefined]>([
    ["2026-01-15", "2026-01-15", ["2026-01"]],
    ["2026-01-01", "2026-03-31", ["2026-01", "2026-02", "2026-03"]],
    ["2025-12-31", "2026-01-01", ["2025-12", "2026-01"]],
    ["2014-10-01", "2014-12-31", ["0000-00"]],
    ["2014-10-01", "2015-02-01", ["0000-00", "2015-01", "2015-02"]],
    ["2026-01-01", "2026-04-01", undefined],
    ["0000-01-01", "9999-12-31", undefined],
    ["2026-03-01", "2026-02-01", []],
  ])("%s to %s are %j", ([from, to, months]) =>
    expect(listMonthsOf({ from: from as IsoDate, to: to as IsoDate })).toEqual(months),
  );
});

it.for([
  ["2026-02-28", "a#b"],
  ["2015-01-01", ""],
  ["1999-12-31", "x"],
  ["2026-12-01", "\0"],
] as const)("a key of the list says that it is of %s, %j", ([supply_date, event_id]) =>
  expect(placeInList(eventIndexKey("a" as LedgerId, supply_date, event_id as EventId))).toEqual({
    supply_date,
    event_id,
  }),
);

it("is no longer than one without month and shard was", () => {
  const { gsi1pk, gsi1sk } = eventIndexKey("shop" as LedgerId, "2026-02-28", "order-1" as EventId);
  expect(`${gsi1pk}${gsi1sk}`.length).toBeLessThanOrEqual("EVENTS#shop2026-02-28#order-1".length);
});

describe("the partitions of a month", () => {
  it.for<[string, (n: number) => string]>([
    ["count up", (n) => `order-${n}`],
    ["go by fours", (n) => `order-${n * 4}`],
    ["go by hundreds", (n) => `${n * 100}`],
    ["end alike", (n) => `${n}-EU`],
  ])("take ids that %s evenly", ([, idOf]) => {
    const counts = new Map<string, number>();
    for (let n = 0; n < 4000; n += 1) {
      const { gsi1pk } = eventIndexKey("a" as LedgerId, "2026-01-02", idOf(n) as EventId);
      counts.set(gsi1pk, (counts.get(gsi1pk) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(LIST_SHARDS.map((n) => `E#a#2026-01#${n}`));
    for (const count of counts.values()) {
      expect(count).toBeGreaterThan(800);
      expect(count).toBeLessThan(1200);
    }
  });
});
