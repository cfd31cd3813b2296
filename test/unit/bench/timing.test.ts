import { expect, it } from "vitest";
import { inBlocks, ratioOf } from "../../../scripts/bench/timing.ts";

it("takes works in turn, block by block, and leaves the first one out", async () => {
  const done: string[] = [];
  const works = { a: () => done.push("a"), b: () => done.push("b") };
  const took = await inBlocks(works, { blocks: 2, calls: 3 });
  expect(done.join("")).toBe("aaabbbaaabbbaaabbb");
  expect([took.a.length, took.b.length]).toEqual([2, 2]);
});

it("states the median of the ratios of the blocks, not the ratio of the medians", () => {
  const { middle, text } = ratioOf([10, 40, 90], [10, 10, 30]);
  expect(middle).toBe(3);
  expect(text).toBe("3.00 × (1.00 to 4.00)");
});
