import { describe, expect, it, test } from "vitest";
import type { EventId } from "../../../shared/core/ids.ts";
import {
  orderOfEvent,
  saidByOrder,
  searchedName,
  withoutEvents,
  withSaid,
} from "../../../shared/ledger/order-names/order-name.ts";

const [SALE, REFUND] = ["shop:7:goods:1900", "shop:7:r1:goods:1900"] as EventId[] as [
  EventId,
  EventId,
];
const KNOWN = { source_id: "shop", order_id: "7", name: "#1001", event_ids: [SALE] };

test.for([
  ["#1001", "1001"],
  [" #Ab-7 ", "ab-7"],
  ["1001", "1001"],
] as const)("%j is searched as %j", ([name, searched]) => {
  expect(searchedName(name)).toBe(searched);
});

describe("what is said of an order", () => {
  it("is its name with all its events, each once", () => {
    const said = [
      { order_id: "7", event_ids: [REFUND] },
      { order_id: "7", name: "#1001", event_ids: [SALE, REFUND] },
    ];
    expect(saidByOrder(said)).toEqual([
      { order_id: "7", name: "#1001", event_ids: [REFUND, SALE] },
    ]);
  });

  it("adds the events of a refund to an order that has a name", () => {
    const said = { order_id: "7", event_ids: [REFUND] };
    expect(withSaid(KNOWN, said, "shop")).toEqual({ ...KNOWN, event_ids: [SALE, REFUND] });
  });

  it("changes nothing if it is known", () => {
    const said = { order_id: "7", name: "#1001", event_ids: [SALE] };
    expect(withSaid(KNOWN, said, "shop")).toBeUndefined();
  });

  it("is not kept without a name", () => {
    expect(withSaid(undefined, { order_id: "7", event_ids: [REFUND] }, "shop")).toBeUndefined();
  });
});

describe("an undone event", () => {
  it("leaves the order its name while another event stands", () => {
    const known = { ...KNOWN, event_ids: [SALE, REFUND] };
    expect(withoutEvents(known, new Set([REFUND]))).toEqual(KNOWN);
  });

  it("takes the name along if it is the last one", () => {
    const { name, ...unnamed } = KNOWN;
    expect(withoutEvents(KNOWN, new Set([SALE]))).toEqual({ ...unnamed, event_ids: [] });
  });

  it("of another order changes nothing", () => {
    expect(withoutEvents(KNOWN, new Set([REFUND]))).toBeUndefined();
  });
});

test.for([
  [{ event_id: SALE, source_id: "shop", transaction_id: "7" }, true],
  [{ event_id: "sale-1" as EventId, source_id: "shop", transaction_id: "7" }, false],
  [{ event_id: SALE, source_id: "shop" }, false],
  [{ event_id: SALE }, false],
] as const)("the order of %j is looked up: %j", ([event, isAsked]) => {
  expect(orderOfEvent(event) !== undefined).toBe(isAsked);
});
