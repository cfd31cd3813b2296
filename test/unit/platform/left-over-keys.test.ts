import { BatchGetCommand, BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { EventId, LedgerId } from "../../../shared/core/ids.ts";
import { loadEventStates } from "../../../shared/ledger/events/store-events.ts";
import { batchPut, dynamo } from "../../../shared/platform/dynamodb/client.ts";
import { mockedClient } from "../../stack/mocked-client.ts";

const table = mockedClient(dynamo);
const TableName = process.env["TABLE_NAME"] as string;
const leftOver = (Keys: object[]) => ({ UnprocessedKeys: { [TableName]: { Keys } } }) as never;

beforeEach(() => {
  table.reset();
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.8);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("keys that a throttled table leaves over are asked for again, after a pause", async () => {
  const left = [{ pk: "EVENT#acme#b", sk: "EVENT" }];
  table.on(BatchGetCommand).resolvesOnce(leftOver(left)).resolvesOnce(leftOver(left)).resolves({});
  const began = performance.now();
  const slots = loadEventStates("acme" as LedgerId, ["a", "b"] as EventId[]);
  await vi.runAllTimersAsync();
  expect([...(await slots).keys()]).toEqual(["a", "b"]);
  const asked = table.commandCalls(BatchGetCommand).map(({ args }) => args[0].input.RequestItems);
  expect(asked.map((one) => one?.[TableName]?.Keys?.length)).toEqual([2, 1, 1]);
  expect(performance.now() - began).toBe((25 + 50) * 0.8);
});

it("keys that are always left over are given up: 503, not an endless loop", async () => {
  table.on(BatchGetCommand).resolves(leftOver([{ pk: "EVENT#acme#a", sk: "EVENT" }]));
  const refused = expect(
    loadEventStates("acme" as LedgerId, ["a"] as EventId[]),
  ).rejects.toMatchObject({
    code: "not_ready",
  });
  await vi.runAllTimersAsync();
  await refused;
  expect(table.commandCalls(BatchGetCommand)).toHaveLength(14);
});

it("items that a throttled table leaves over are written again, after a pause", async () => {
  const items = ["a", "b"].map((pk) => ({ pk, sk: "A" }));
  const left = { UnprocessedItems: { [TableName]: [{ PutRequest: { Item: items[1] } }] } };
  table.on(BatchWriteCommand).resolvesOnce(left).resolves({});
  const written = batchPut(items);
  await vi.runAllTimersAsync();
  await written;
  const sent = table.commandCalls(BatchWriteCommand).map(({ args }) => args[0].input.RequestItems);
  expect(sent.map((one) => one?.[TableName]?.length)).toEqual([2, 1]);
});
