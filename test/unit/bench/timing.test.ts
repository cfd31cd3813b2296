import { expect, it } from "vitest";
import { inTurn, ratioOf } from "../../../scripts/bench/harness/timing.ts";

it("runs works in turn, block by block, and does not count the first block", async () => {
  const done: string[] = [];
  const works = { a: () => done.push("a"), b: () => done.push("b") };
  const took = await inTurn(works, { blocks: 2, calls: 3 });
  expect(done.join("")).toBe("aaabbbaaabbbaaabbb");
  expect([took.a.length, took.b.length]).toEqual([2, 2]);
});

it("returns the median of the ratios of the blocks, not the ratio of the medians", () => {
  const { ratio, text } = ratioOf([10, 40, 90], [10, 10, 30]);
  expect(ratio).toBe(3);
  expect(text).toBe("3.00 × (1.00 to 4.00)");
});
