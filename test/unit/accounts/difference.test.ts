import { describe, expect, it, test } from "vitest";
import { changedFields, changedRows } from "../../../shared/accounts/setting-changes.ts";

const list = (...items: readonly ({ readonly id: number } & Record<string, unknown>)[]) => ({
  items,
});

describe("rows", () => {
  it.for([
    [
      "a new row in full",
      list(),
      list({ id: 1, a: 1 }),
      [{ id: 1, before: null, after: { id: 1, a: 1 } }],
    ],
    [
      "of a changed row what differs",
      list({ id: 2, a: 1, b: 2 }),
      list({ id: 2, a: 1, b: 3 }),
      [{ id: 2, before: { b: 2 }, after: { b: 3 } }],
    ],
    [
      "a field that comes or goes",
      list({ id: 2, a: 1 }),
      list({ id: 2, b: 3 }),
      [{ id: 2, before: { a: 1 }, after: { b: 3 } }],
    ],
    [
      "a row that is gone",
      list({ id: 3, a: 1 }),
      list(),
      [{ id: 3, before: { id: 3, a: 1 }, after: null }],
    ],
    [
      "nothing of what is equal but for the order of keys",
      list({ id: 1, a: { x: 1, y: 2 } }),
      list({ a: { y: 2, x: 1 }, id: 1 }),
      [],
    ],
    [
      "a name without what it says, as it may have to be erased",
      list({ id: 1, display_name: "Anna's shop" }),
      list({ id: 1, display_name: "shop", platform: "Anna's" }),
      [
        {
          id: 1,
          before: { display_name: "(text)" },
          after: { display_name: "(text)", platform: "(text)" },
        },
      ],
    ],
    [
      "nothing of when it was written",
      list({ id: 1, updated_at: "a" }),
      list({ id: 1, updated_at: "b" }),
      [],
    ],
  ] as const)("name %s", ([, before, after, expected]) => {
    expect(changedRows(before, after)).toEqual(expected);
  });
});

test("a single item has no id, and its version is no change", () => {
  expect(changedFields({ version: 1, rows: [] }, { version: 2, rows: [{ a: 1 }] })).toEqual([
    { id: null, before: { rows: [] }, after: { rows: [{ a: 1 }] } },
  ]);
});
