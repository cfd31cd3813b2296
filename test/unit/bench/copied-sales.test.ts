import { expect, it } from "vitest";
import { copiedSales, copiesIn, rowsOf } from "../../../scripts/bench/ledgers.ts";

const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);

it.for([
  [0, 0],
  [7, 7],
  [1_000, 50],
  [1_037, 50],
])("a ledger of %i events, of which %i are drawn, has all of them", ([count = 0, draw = 0]) => {
  const sales = [...copiedSales("shop", count, { draw })];
  expect(sales.map(({ n }) => n)).toEqual(Array.from({ length: draw }, (_, n) => n));
  expect(sum(sales.map(({ copies }) => copies))).toBe(count);
});

it("draws the same sales whatever the size", () => {
  const [few] = copiedSales("widest", 3);
  const [many] = copiedSales("widest", 9_000, { draw: 3 });
  expect(many?.record).toEqual(few?.record);
});

it("spreads the copies of a sale over the shards, one after another", () => {
  const inShards = (n: number, copies: number) =>
    [0, 1, 2, 3].map((shard) => copiesIn({ n, copies }, shard, 4));
  expect(inShards(0, 1)).toEqual([1, 0, 0, 0]);
  expect(inShards(6, 1)).toEqual([0, 0, 1, 0]);
  expect(inShards(3, 6)).toEqual([2, 1, 1, 2]);
  expect(inShards(1, 8)).toEqual([2, 2, 2, 2]);
});

it("evenly, gives each row a sale in each shard first", () => {
  const all = rowsOf("shop").length;
  const sales = [...copiedSales("shop", all * 2, { evenly: true, spread: 2 })];
  const rowOf = ({ record }: (typeof sales)[number]) =>
    [record.currency, record.consumption_country, record.rate_category].join();
  const inShard = (shard: number) => sales.filter(({ n }) => n % 2 === shard).map(rowOf);
  expect(new Set(inShard(0)).size).toBe(all);
  expect(inShard(1)).toEqual(inShard(0));
});
