import { expect, test } from "vitest";
import { holdsOn, rowOn } from "../../../../shared/core/calendar/dates.ts";

const ROWS = [
  { name: "newest", valid_from: "2026-01-01" },
  { name: "ended", valid_from: "2024-01-01", valid_to: "2025-06-30" },
  { name: "oldest", valid_to: "2022-12-31" },
];

test.for([
  ["2030-01-01", "newest"],
  ["2026-01-01", "newest"],
  ["2025-12-31", undefined],
  ["2025-07-01", undefined],
  ["2025-06-30", "ended"],
  ["2024-01-01", "ended"],
  ["2023-12-31", undefined],
  ["2022-12-31", "oldest"],
  ["1900-01-01", "oldest"],
] as const)("on %s the row is %s", ([day, name]) => {
  expect(rowOn(ROWS, day)?.name).toBe(name);
});

test("where rows have no end, the newer one is in force", () => {
  const rows = [{ valid_from: "2024-01-01" }, { valid_from: "2021-07-01" }];
  expect([rowOn(rows, "2025-01-01"), rowOn(rows, "2023-01-01")]).toEqual(rows);
});

test("null is an open end too", () => {
  expect(holdsOn({ valid_from: "2024-01-01", valid_to: null }, "2099-01-01")).toBe(true);
});
