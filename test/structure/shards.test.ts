import { globSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import type { TestSpecification, Vitest } from "vitest/node";
import { FirstTests, LONG } from "../stack/first-tests.ts";

const files = globSync("test/**/*.test.ts").map(
  (file) => ({ moduleId: resolve(file) }) as TestSpecification,
);

async function shard(index: number, count: number): Promise<string[]> {
  const ctx = { config: { root: resolve("."), shard: { index, count } } } as Vitest;
  return (await new FirstTests(ctx).shard(files)).map(({ moduleId }) => moduleId);
}

it.for([2, 3, 6])("%d shards have each file once, and as many of the long ones", async (count) => {
  const shards = await Promise.all(Array.from({ length: count }, (_, n) => shard(n + 1, count)));
  expect(shards.flat().sort()).toEqual(files.map(({ moduleId }) => moduleId).sort());
  const long = shards.map((some) => LONG.filter((file) => some.includes(resolve("test", file))));
  expect(Math.max(...long.map(({ length }) => length))).toBe(Math.ceil(LONG.length / count));
});
