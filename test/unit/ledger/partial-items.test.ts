import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { EventId } from "../../../shared/core/ids.ts";
import {
  type ItemRead,
  itemsRead,
  partialResult,
  readableItems,
} from "../../../shared/ledger/commit/partial-commit.ts";
import { makeSale } from "../../make/supply-event.ts";

const TODAY = "2025-08-10" as IsoDate;
const read = (body: unknown, source?: string) => itemsRead(body, TODAY, source);

/** The ids of readable events with their sources, and the fields with a fault of the others. */
const seen = (items: readonly ItemRead[]) =>
  items.map((item) =>
    "event" in item
      ? [item.at, item.event.event_id, item.event.source_id]
      : [
          item.refused.event_id,
          item.refused.status,
          ...item.refused.faults.map(({ field }) => field),
        ],
  );

describe("the events of a request", () => {
  const { currency, ...incomplete } = makeSale({ event_id: "b" });
  const late = makeSale({ event_id: "c", supply_date: "2025-08-12" as IsoDate });

  test.for<[what: string, body: unknown, items: unknown[]]>([
    ["one that is the body", makeSale(), [["", "sale-1", "shop"]]],
    ["one that cannot be read", incomplete, [["b", "rejected", "currency"]]],
    [
      "readable ones beside others",
      { events: [makeSale({ source_id: "own" }), incomplete, makeSale({ event_id: "d" })] },
      [
        ["events.0.", "sale-1", "own"],
        ["b", "rejected", "events.1.currency"],
        ["events.2.", "d", "shop"],
      ],
    ],
    ["one in the future", { events: [late] }, [["c", "rejected", "events.0.supply_date"]]],
    [
      "one in the future that lacks a field",
      { ...late, currency: undefined },
      [["c", "rejected", "currency", "supply_date"]],
    ],
    [
      "one of tomorrow, as it may be today elsewhere",
      { ...late, supply_date: "2025-08-11" },
      [["", "c", "shop"]],
    ],
    ["one that is none", { events: [7] }, [[null, "rejected", "events.0"]]],
    ["none", { events: [] }, []],
  ])("%s", ([, body, items]) => {
    expect(seen(read(body, "shop"))).toEqual(items);
  });

  it("name their fault with their id, ten at most", () => {
    const [item] = read({ ...incomplete, x: 1 });
    expect(item).toMatchObject({ refused: { faults: [{ event_id: "b" }, { event_id: "b" }] } });
    const many = Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [`${"x".repeat(120)}${n}`, 1]),
    );
    const [unread] = read({ ...many, event_id: "b" });
    const faults = unread && "refused" in unread ? unread.refused.faults : [];
    expect(faults).toHaveLength(11);
    expect(faults.every(({ field }) => field.length <= 100)).toBe(true);
    const [nameless] = read({ events: [{}] });
    expect(nameless && "refused" in nameless && nameless.refused.faults[0]).not.toHaveProperty(
      "event_id",
    );
  });
});

it("the results of a request are in its order, and counted by status", () => {
  const events = ["a", "b", "c", "d"].map((event_id) => makeSale({ event_id }));
  const given = read({ events: [events[0], {}, events[1], events[2], events[3]] });
  expect(readableItems(given).map(({ event }) => event.event_id)).toEqual(["a", "b", "c", "d"]);
  const stored = (event_id: string, status: "committed" | "duplicate") =>
    ({ event_id, status }) as unknown as Parameters<typeof partialResult>[1][number];
  const committed = [stored("a", "committed"), undefined, undefined, stored("d", "duplicate")];
  const fault = (field: string) => [{ field, event_id: "other" as EventId, message: "why" }];
  const { items, counts } = partialResult(
    given,
    committed,
    new Map([
      [1, { code: "event_conflict", faults: fault("event_id") }],
      [2, { code: "invalid_request", faults: fault("consignment.id") }],
    ]),
  );
  expect(items.map(({ event_id, status }) => [event_id, status])).toEqual([
    ["a", "committed"],
    [null, "rejected"],
    ["b", "conflict"],
    ["c", "rejected"],
    ["d", "duplicate"],
  ]);
  expect(items[2]).toMatchObject({
    faults: [{ field: "events.2.event_id", event_id: "b", message: "why" }],
  });
  expect(counts).toEqual({ committed: 1, duplicate: 1, conflict: 1, rejected: 2 });
});
