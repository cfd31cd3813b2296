import { expect, it } from "vitest";
import {
  isEventItem,
  isLockItem,
  isMovementItem,
  LAKE_PREFIXES,
} from "../../../../shared/operations/lake/tables.ts";

it.for([
  ["EVENT#shop#sale-1", "EVENT", "event"],
  ["EVENT#shop#sale-1", "LINK#refund-1", undefined],
  ["shop#EVENT#", "EVENT", undefined],
  ["CONSIGNMENT#shop#box-1", "CONSIGNMENT", undefined],
  ["TXN#shop#EVENT", "EVENT", undefined],
] as const)("the item %s %s goes into the lake as %s", ([pk, sk, table]) => {
  const key = { pk, sk };
  const tables = [
    ["event", isEventItem(key)],
    ["movement", isMovementItem(key)],
    ["lock", isLockItem(key)],
  ] as const;
  expect(tables.find(([, isIt]) => isIt)?.[0]).toBe(table);
});

it("locks and movements are known by the partitions that the stream is filtered by", () => {
  const [events = "", movements = "", locks = ""] = LAKE_PREFIXES;
  expect(LAKE_PREFIXES).toEqual([events, movements, locks]);
  expect(LAKE_PREFIXES.every((prefix) => /^[A-Z]+#$/.test(prefix))).toBe(true);
  expect(isMovementItem({ pk: `${movements}shop`, sk: "x" })).toBe(true);
  expect(isMovementItem({ pk: `shop${movements}`, sk: "x" })).toBe(false);
  expect(isLockItem({ pk: `${locks}shop`, sk: "LOCK#2025-Q3" })).toBe(true);
  expect(isLockItem({ pk: `${locks}shop`, sk: "MARK#2025-Q3" })).toBe(false);
  expect(isLockItem({ pk: `${events}shop`, sk: "LOCK#2025-Q3" })).toBe(false);
});
