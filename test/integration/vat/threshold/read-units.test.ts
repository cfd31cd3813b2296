import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { type IsoDate, plusDays } from "../../../../shared/core/calendar/dates.ts";
import { loadThresholdInput } from "../../../../shared/ledger/load-threshold.ts";
import {
  accumulate,
  attributeOf,
  type Delta,
  thresholdPartition,
} from "../../../../shared/ledger/sums/sum.ts";
import { sumsOfEvent } from "../../../../shared/ledger/sums/sums-of-event.ts";
import { dynamo, tableName } from "../../../../shared/platform/dynamodb/client.ts";
import { SHARDS } from "../../../../shared/platform/dynamodb/sharded-counter.ts";
import { sumKey } from "../../../../shared/platform/table/keys.ts";
import { supplyEventOf } from "../../../../shared/vat/schemes/supply-event.ts";
import { checkTurnover } from "../../../../shared/vat/threshold/check.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { type Account, newAccount } from "../../../stack/api.ts";
import { atEachCall } from "../../../stack/put-back.ts";

/*
 * What the status of a seller with 200 days of sales in six currencies costs to read, at its dearest:
 * with all shards of every sum in use. The figure is stated in docs/decisions/0040.
 */
const DAYS = 200;
const CURRENCIES = ["EUR", "USD", "SEK", "JPY", "GBP", "HUF"] as const;
const YEAR = { from: "2024-01-01" as IsoDate, to: "2024-12-31" as IsoDate };
const STATED_UNITS = 179;

/** The sums of `each` sales a day, currency and shard, as the items that their commits would leave. */
async function addSales({ account }: Account, days: number, each: number): Promise<void> {
  const deltas = Array.from({ length: days }, (_, day) => [...deltasOf(day, each).values()]).flat();
  const items = deltas.flatMap(({ partition: book, key, amounts }) =>
    Array.from({ length: SHARDS }, (_, shard) => ({
      ...sumKey(account, book, key, shard),
      ...Object.fromEntries([...amounts].map(([sum, amount]) => [attributeOf(sum), amount])),
      [attributeOf("writes")]: each,
    })),
  );
  for (let at = 0; at < items.length; at += 200) {
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => put(items.slice(at + n * 25, at + (n + 1) * 25))),
    );
  }
}

async function put(items: readonly object[]): Promise<void> {
  const requests = items.map((Item) => ({ PutRequest: { Item } }));
  const { UnprocessedItems } = await dynamo.send(
    new BatchWriteCommand({ RequestItems: { [tableName()]: requests } }),
  );
  expect(UnprocessedItems ?? {}).toEqual({});
}

function deltasOf(day: number, each: number): Map<string, Delta> {
  const deltas = new Map<string, Delta>();
  for (const currency of CURRENCIES) {
    const sale = makeSale({ supply_date: plusDays(YEAR.from, day), currency });
    const event = {
      ...supplyEventOf(sale),
      treatment: "union_oss" as const,
      classification_status: "classified" as const,
      classification_reasons: [],
      checks: [],
    };
    const entries = sumsOfEvent(event).filter(
      ({ partition: book }) => book === thresholdPartition("2024"),
    );
    for (let n = 0; n < each; n += 1) accumulate(deltas, entries, 1);
  }
  return deltas;
}

let units = 0;
atEachCall(dynamo, (next, context) => async (args) => {
  if (context.commandName !== "QueryCommand") return next(args);
  const answer = await next({
    ...args,
    input: { ...args.input, ReturnConsumedCapacity: "TOTAL" } as typeof args.input,
  });
  const { ConsumedCapacity } = answer.output as { ConsumedCapacity?: { CapacityUnits?: number } };
  units += ConsumedCapacity?.CapacityUnits ?? Number.NaN;
  return answer;
});

async function unitsOf(account: Account): Promise<{ units: number; events: number }> {
  units = 0;
  const input = await loadThresholdInput(account.account, YEAR, "2026-11-21" as IsoDate);
  const { current_minor } = checkTurnover(input);
  expect(current_minor).toBeGreaterThan(0);
  const euro = input.sums.filter(({ currency }) => currency === "EUR");
  const sold = euro.reduce((sum, daySum) => sum + daySum.taxable_amount_minor, 0n);
  return { units, events: (Number(sold) / 10_000) * CURRENCIES.length };
}

/** As many days as tell what one costs. */
const FEW_DAYS = 50;

it("costs the same for a sale a day and for twenty, and no more than is stated", async () => {
  const [small, large] = [await newAccount("units"), await newAccount("units")];
  await addSales(small, FEW_DAYS, 1);
  await addSales(large, DAYS, 20);
  const [few, many] = [await unitsOf(small), await unitsOf(large)];
  expect([few.events, many.events]).toEqual([2_400, 192_000]);
  // A larger sum has more digits, and a unit is 4 KB.
  expect(many.units / DAYS / (few.units / FEW_DAYS)).toBeLessThan(1.05);
  expect(many.units).toBeLessThanOrEqual(STATED_UNITS);
});
