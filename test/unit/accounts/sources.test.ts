import { expect, test } from "vitest";
import { SourcePath, type Sources, withoutNames } from "../../../shared/accounts/sources.ts";

test.for([
  ["1", 1],
  ["9", 9],
  ["120", 120],
  ["999999999", 999_999_999],
  ["1000000000", 0],
  ["0", 0],
  ["01", 0],
  ["1a", 0],
  ["a1", 0],
  ["-1", 0],
  ["", 0],
] as const)("%j is the id of source %i in a path; 0 is none", ([id, expected]) => {
  expect(SourcePath.parse({ id })).toEqual({ id: expected });
});

test("names of sources are replaced by their keys, and platforms removed", () => {
  const source = { id: 1, source_key: "shop", display_name: "shop", channel_type: "owned_store" };
  const of = (...items: object[]) => ({ version: 1, last_id: 2, items }) as unknown as Sources;
  const plain = of(source);
  expect(withoutNames(plain)).toBe(plain);
  for (const more of [{ display_name: "Anna's shop" }, { platform: "Etsy of Anna" }]) {
    expect(withoutNames(of(source, { ...source, ...more }))).toEqual(of(source, source));
  }
});
