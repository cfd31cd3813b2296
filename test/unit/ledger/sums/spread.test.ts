import { describe, expect, it } from "vitest";
import { ShardChoice, Spread } from "../../../../shared/platform/dynamodb/sharded-counter.ts";

const MINUTE = 60_000;

/** A worker with a clock of its own. */
function worker() {
  const clock = { now: 0 };
  const spread = new Spread(() => clock.now);
  /** An attempt at these sums; `at` is its draw. */
  const attempt = (at: number, ...sums: string[]) => attemptBeside(new Set(), at, ...sums);
  const attemptBeside = (taken: Set<string>, at: number, ...sums: string[]) => {
    const choice = new ShardChoice(spread, at, taken);
    const keys = sums.map((sum) => choice.key((shard) => ({ pk: "T", sk: `${sum}#${shard}` })));
    return { choice, keys, shards: keys.map(({ sk }) => Number(sk.slice(-1))) };
  };
  const collide = (at: number, ...sums: string[]) => {
    const { choice, keys } = attempt(at, ...sums);
    choice.learn(keys);
  };
  return { clock, spread, attempt, attemptBeside, collide };
}

const LAST = 0.999;

describe("a sum", () => {
  it("has one shard until writers meet, and twice as many after each time, up to eight", () => {
    const { attempt, collide } = worker();
    const last = [0, 1, 2, 3, 4].map(() => {
      const [shard] = attempt(LAST, "row").shards;
      collide(LAST, "row");
      return shard;
    });
    expect(last).toEqual([0, 1, 3, 7, 7]);
    expect(attempt(0, "row").shards).toEqual([0]);
  });

  it("learns of a collision at whichever of its shards that was", () => {
    const { attempt, collide } = worker();
    collide(0, "row");
    collide(LAST, "row");
    expect(attempt(LAST, "row").shards).toEqual([3]);
  });

  it("has one again when nobody has met for a while", () => {
    const { clock, attempt, collide } = worker();
    collide(0, "row");
    clock.now += 14 * MINUTE;
    expect(attempt(LAST, "row").shards).toEqual([1]);
    collide(LAST, "row");
    clock.now += 14 * MINUTE;
    expect(attempt(LAST, "row").shards).toEqual([3]);
    clock.now += 2 * MINUTE;
    expect(attempt(LAST, "row").shards).toEqual([0]);
  });

  it("is forgotten when five thousand others have been hot since", () => {
    const { spread } = worker();
    for (let n = 0; n <= 5_000; n += 1) spread.collided(`${n}`);
    expect([0, 1, 5_000].map((n) => spread.shardsOf(`${n}`))).toEqual([1, 2, 2]);
  });
});

describe("an attempt", () => {
  it("spreads the sum that was held, and no other one of a sale", () => {
    const { attempt } = worker();
    const { choice, keys } = attempt(LAST, "row", "day");
    choice.learn(keys.slice(1));
    expect(attempt(LAST, "row", "day").shards).toEqual([0, 1]);
  });

  it("spreads all sums of a batch, which meets its neighbour at most of them", () => {
    const { attempt } = worker();
    const sums = Array.from({ length: 9 }, (_, n) => `row ${n}`);
    const { choice, keys } = attempt(LAST, ...sums);
    choice.learn(keys.slice(0, 1));
    expect(new Set(attempt(LAST, ...sums).shards)).toEqual(new Set([1]));
  });

  it("learns nothing where no sum was held", () => {
    const { attempt } = worker();
    const sums = Array.from({ length: 9 }, (_, n) => `row ${n}`);
    attempt(LAST, ...sums).choice.learn([{ pk: "EVENT", sk: "EVENT" }]);
    expect(new Set(attempt(LAST, ...sums).shards)).toEqual(new Set([0]));
  });

  it("meets another one at all of their hot sums, or at none", () => {
    const { attempt, collide } = worker();
    for (let n = 0; n < 3; n += 1) collide(0, "a", "b", "c");
    expect(attempt(0.3, "a", "b", "c").shards).toEqual([2, 2, 2]);
  });

  it("takes other shards of the sums of an attempt that is sent at the same time, and of no others", () => {
    const { attemptBeside, collide } = worker();
    const taken = new Set<string>();
    expect(attemptBeside(taken, LAST, "row", "day").shards).toEqual([0, 0]);
    expect(attemptBeside(taken, LAST, "other row", "day").shards).toEqual([0, 1]);
    collide(LAST, "day");
    expect(attemptBeside(taken, LAST, "other row", "day").shards).toEqual([1, 2]);
  });

  it("leaves its shards to an attempt that is sent after it has ended", () => {
    const { attemptBeside } = worker();
    const taken = new Set<string>();
    const { choice } = attemptBeside(taken, LAST, "row");
    expect(attemptBeside(taken, LAST, "row").shards).toEqual([1]);
    choice.release();
    expect(attemptBeside(taken, LAST, "row").shards).toEqual([0]);
  });
});
